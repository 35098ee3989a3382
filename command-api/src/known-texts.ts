import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Aggregates } from './aggregates.ts'
import { type KnownTexts, TextsMoved } from './domain/library/edit-link.ts'
import { findLink } from './domain/library/links.ts'
import { readTexts } from './saved-link.ts'

/** Times that an act is decided where others change the texts meanwhile. */
const ATTEMPTS = 5

/**
 * Acts on the texts of a link that the store has, again where they were changed meanwhile.
 * @throws Rejected link-not-found, and what `act` throws
 */
export const onKnownTexts = async <T>(
  { libraries, store }: Pick<Aggregates, 'libraries'> & { readonly store: EventStore },
  libraryId: string,
  linkId: number,
  act: (known: KnownTexts) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    const textsAt = await libraries.read(libraryId, library => findLink(library, linkId).textsAt)
    try {
      return await act({ textsAt, texts: await readTexts(store, libraryId, { linkId, textsAt }) })
    } catch (error) {
      if (!(error instanceof TextsMoved) || attempt === ATTEMPTS) throw error
    }
  }
}
