import { fetchedUrl, shownArticleOf } from '@lectern/contracts/article-id.ts'
import { accountStream } from '@lectern/contracts/events/account.ts'
import { effectsOf } from '@lectern/contracts/events/effects.ts'
import { type LibraryEvent, type LinkTexts, libraryStream } from '@lectern/contracts/events/library.ts'
import { readLibraryEvent } from '@lectern/contracts/events/read.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'

/** Everything that a closed account led to elsewhere, by its events. */
export type ClosedFacts = {
  /** The address of each article that a link has or had. */
  readonly articles: ReadonlyMap<string, string>
  readonly uploadIds: readonly string[]
  readonly importIds: readonly string[]
  /** Those that mails are about: events of the account, and invitations. */
  readonly eventIds: readonly string[]
}

/** Nothing where the streams were tombstoned already. */
export const factsOf = async (
  store: EventStore,
  { userId, libraryId }: { userId: string; libraryId: string },
): Promise<ClosedFacts> => {
  const articles = new Map<string, string>()
  const [uploadIds, importIds, eventIds]: string[][] = [[], [], []]
  for await (const recorded of store.readStream(libraryStream(libraryId))) {
    const event = readLibraryEvent(recorded)
    for (const texts of textsIn(event)) articles.set(shownArticleOf(texts), fetchedUrl(texts.url))
    if (event.type === 'MemberInvited') eventIds?.push(recorded.id)
    if (event.type !== 'ImportRequested') continue
    uploadIds?.push(event.data.uploadId)
    importIds?.push(event.data.importId)
  }
  for await (const { id } of store.readStream(accountStream(userId))) eventIds?.push(id)
  return { articles, uploadIds: uploadIds ?? [], importIds: importIds ?? [], eventIds: eventIds ?? [] }
}

/** What an event says of the articles of links. */
const textsIn = (event: LibraryEvent): readonly LinkTexts[] =>
  effectsOf(event).flatMap(effect => {
    if (effect.kind === 'links-added') return effect.links.map(({ texts }) => texts)
    if (effect.kind === 'links-changed') return effect.to.texts ?? []
    return effect.kind === 'links-restored' ? (effect.values.texts ?? []) : []
  })
