import { fetchedUrl, shownArticleOf } from '@lectern/contracts/article-id.ts'
import { accountStream } from '@lectern/contracts/events/account.ts'
import {
  type LibraryEvent,
  type LinkTexts,
  libraryStream,
  textsAfter,
} from '@lectern/contracts/events/library.ts'
import { readLibraryEvent } from '@lectern/contracts/events/read.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'

/** Everything that a closed account led to elsewhere, by its events. */
export type ClosedFacts = {
  /** The address of each article that a link has or had. */
  readonly articles: ReadonlyMap<string, string>
  readonly uploadIds: readonly string[]
  readonly importIds: readonly string[]
  /** Mails are named by the events of the account. */
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
    if (event.type !== 'ImportRequested') continue
    uploadIds?.push(event.data.uploadId)
    importIds?.push(event.data.importId)
  }
  for await (const { id } of store.readStream(accountStream(userId))) eventIds?.push(id)
  return { articles, uploadIds: uploadIds ?? [], importIds: importIds ?? [], eventIds: eventIds ?? [] }
}

type Place = Pick<LinkTexts, 'url' | 'ownArticle'>

/** What an event says of a link's article. */
const textsIn = ({ type, data }: LibraryEvent): readonly Place[] => {
  switch (type) {
    case 'LinkSaved':
      return [data]
    case 'LinksImported':
      return data.links
    case 'LinkEdited':
      return [data.before, textsAfter(data)]
    case 'LinkPageProvided':
    case 'LinkPageRemoved':
      return [data.texts]
    case 'ActUndone':
      return data.changes.flatMap(({ restored }) => restored.texts ?? [])
    default:
      return []
  }
}
