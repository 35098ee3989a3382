import type { QueryClient } from '@tanstack/react-query'
import type { Link } from '../answers.ts'
import type { SharedCollection } from '../collections/shared-list.ts'
import { type Id, ownerOf } from '../id.ts'
import { keys, type LinkFilters } from '../links/keys.ts'
import { noteKeys } from '../notes/keys.ts'
import type { Reading } from '../reading.ts'
import { dropRemembered } from '../remembered/store.ts'
import type { SavedArticles } from '../saved-articles/saved-articles.ts'
import { listAllSaved } from '../saved-articles/store.ts'

type Kept = { readonly queryKey: readonly unknown[]; readonly data: unknown }

/** Says what is of collections that others share with the person no more. @param shared those that they do share */
export const endedAmong = (shared: readonly Pick<SharedCollection, 'id' | 'libraryId'>[]) => {
  const there = new Set<Id | null>(shared.map(({ id }) => id))
  const libraries = new Set(shared.map(({ libraryId }) => libraryId))
  const isEnded = ({ library, collectionId }: Pick<Link, 'library' | 'collectionId'>): boolean =>
    library !== undefined && !there.has(collectionId)
  const isOfEnded = (id: Id): boolean => {
    const owner = ownerOf(id)
    return owner !== undefined && !libraries.has(owner)
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
    // Which collection the link is in, these do not say.
    const isOfOne = kind === keys.contents[0] || kind === noteKeys.ofLinks[0] || kind === 'version'
    return isOfOne && isOfEnded(about as Id)
  }
  return { isEnded, has }
}

type Parts = {
  readonly userId: string
  readonly client: QueryClient
  readonly savedArticles: () => Promise<SavedArticles>
}

/** Takes from this device what it keeps of collections that others share with the person no more. */
export const forgetEnded = async (
  { userId, client, savedArticles }: Parts,
  shared: readonly SharedCollection[],
): Promise<void> => {
  const { isEnded, has } = endedAmong(shared)
  const saved = await listAllSaved(userId)
  const gone = saved.flatMap(({ id, link }) => (isEnded(link) ? [id] : []))
  if (gone.length > 0) await (await savedArticles()).remove(gone)
  const goneIds = new Set<unknown>(gone)
  client.removeQueries({
    predicate: ({ queryKey, state }) =>
      goneIds.has(queryKey[1]) ||
      has({ queryKey, data: (state.data as Partial<Reading<unknown>> | undefined)?.data }),
  })
  await dropRemembered(userId, has)
}
