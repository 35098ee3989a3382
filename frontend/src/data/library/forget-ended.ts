import type { Query, QueryClient } from '@tanstack/react-query'
import type { Link } from '../answers.ts'
import type { SharedCollection } from '../collections/shared-list.ts'
import { type Id, ownerOf } from '../id.ts'
import { keys, type LinkFilters } from '../links/keys.ts'
import { noteKeys } from '../notes/keys.ts'
import type { NotePages } from '../notes/queries.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Reading } from '../reading.ts'
import { dropRemembered, readRememberedOfKind } from '../remembered/store.ts'
import type { SavedArticles } from '../saved-articles/saved-articles.ts'
import { listAllSaved } from '../saved-articles/store.ts'
import { setAside } from './set-aside.ts'

type Kept = { readonly queryKey: readonly unknown[]; readonly data: unknown }

/**
 * Says what is of collections that others share with the person no more.
 * @param shared those that they do share
 * @param goneIds links known to be of those that they do not
 */
const endedAmong = (
  shared: readonly Pick<SharedCollection, 'id' | 'libraryId'>[],
  goneIds: ReadonlySet<Id> = new Set(),
) => {
  const there = new Set<Id | null>(shared.map(({ id }) => id))
  const libraries = new Set(shared.map(({ libraryId }) => libraryId))
  const isEnded = ({ library, collectionId }: Pick<Link, 'library' | 'collectionId'>): boolean =>
    library !== undefined && !there.has(collectionId)
  const isOfEnded = (id: Id): boolean => {
    const owner = ownerOf(id)
    return goneIds.has(id) || (owner !== undefined && !libraries.has(owner))
  }
  /** Whether an answer has anything of them. The answer goes as a whole, and comes anew from the server. */
  const has = ({ queryKey: [kind, about], data }: Kept): boolean => {
    if (kind === keys.lists[0]) {
      const { collection } = about as LinkFilters
      if (
        collection !== null &&
        collection !== 'none' &&
        ownerOf(collection) !== undefined &&
        !there.has(collection)
      )
        return true
      return (data as { links: Link[] } | undefined)?.links.some(isEnded) ?? false
    }
    if (kind === keys.ones[0]) return data !== undefined && isEnded(data as Link)
    if (kind === noteKeys.lists[0])
      return (data as NotePages | undefined)?.entries.some(({ note }) => isOfEnded(note.linkId)) ?? false
    // Which collection the link is in, these do not say.
    const isOfOne = kind === keys.contents[0] || kind === noteKeys.ofLinks[0] || kind === 'version'
    return isOfOne && isOfEnded(about as Id)
  }
  return { isEnded, isOfEnded, has }
}

/** The links in an answer that has links. */
const linksIn = ({ queryKey: [kind], data }: Kept): readonly Link[] => {
  if (kind === keys.lists[0]) return (data as { links: Link[] } | undefined)?.links ?? []
  return kind === keys.ones[0] && data !== undefined ? [data as Link] : []
}

type Parts = {
  readonly userId: string
  readonly client: QueryClient
  readonly outbox: Outbox
  readonly savedArticles: () => Promise<SavedArticles>
}

const keptIn = ({ queryKey, state }: Query): Kept => ({
  queryKey,
  data: (state.data as Partial<Reading<unknown>> | undefined)?.data,
})

/**
 * Takes from this device what it keeps of collections that others share with the person no more.
 * @returns whether the person has typed something about them that is set aside now
 */
export const forgetEnded = async (
  { userId, client, outbox, savedArticles }: Parts,
  shared: readonly SharedCollection[],
): Promise<boolean> => {
  const { isEnded } = endedAmong(shared)
  const saved = await listAllSaved(userId)
  const remembered = [
    ...(await readRememberedOfKind(userId, keys.lists[0])),
    ...(await readRememberedOfKind(userId, keys.ones[0])),
  ]
  const known = [
    ...saved.map(({ link }) => link),
    ...[...remembered, ...client.getQueryCache().getAll().map(keptIn)].flatMap(linksIn),
  ]
  const goneIds = new Set(known.filter(isEnded).map(({ id }) => id))
  const { isOfEnded, has } = endedAmong(shared, goneIds)
  const isSetAside = setAside(userId, outbox, isOfEnded)
  const gone = saved.flatMap(({ id, link }) => (isEnded(link) ? [id] : []))
  if (gone.length > 0) await (await savedArticles()).remove(gone)
  const predicate = (query: Query) => has(keptIn(query))
  // A screen that shows more than that gets the rest.
  const again = client.invalidateQueries({ predicate, type: 'active' })
  client.removeQueries({ predicate, type: 'inactive' })
  await dropRemembered(userId, has)
  await again
  return isSetAside
}
