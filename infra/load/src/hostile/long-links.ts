import { libraryStream } from '@lectern/contracts/events/library.ts'
import { NOTE_MAX, TAG_MAX, TAGS_MAX, TITLE_MAX, URL_MAX } from '@lectern/contracts/limits.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { linkSaved } from '../world/events.ts'
import { lastRevision } from '../world/seed.ts'

/** The link limit of a free account. */
const LINKS = 500
/** Links of one append. An append may have 1 MB, and a link takes about 21 kB. */
const BATCH = 40

/** Fills an empty library with links to one page of the site. Every text is as long as allowed. */
export const fillWithLongLinks = async (
  store: EventStore,
  libraryId: string,
  site: string,
): Promise<void> => {
  const stream = libraryStream(libraryId)
  let revision = await lastRevision(store, stream)
  for (let first = 1; first <= LINKS; first += BATCH) {
    const events = Array.from({ length: Math.min(BATCH, LINKS - first + 1) }, (_, n) =>
      longLink(site, first + n),
    )
    revision = (await store.append(stream, revision, events)).revision
  }
}

const longLink = (site: string, linkId: number) => {
  const url = `${site}/articles/0#!/long-${linkId}-`
  const saved = linkSaved({ linkId, url: url.padEnd(URL_MAX, 'x'), name: '' })
  const texts = {
    title: '語'.repeat(TITLE_MAX),
    note: '語'.repeat(NOTE_MAX),
    tags: Array.from({ length: TAGS_MAX }, (_, n) => String(n).padEnd(TAG_MAX, '語')),
  }
  return { ...saved, data: { ...saved.data, ...texts } }
}
