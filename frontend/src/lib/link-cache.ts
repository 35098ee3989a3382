import type { Link, LinkList } from '@lectern/contracts/api/links.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { type LinkFilters, linkKeys } from './links.ts'

/** The cached data before an optimistic change. */
export type Snapshot = [QueryKey, unknown][]

/** Whether the link matches these filters. Ignores the search text, which only the server can match. */
export const matchesFilters = (link: Link, { favorite, archived, collection }: LinkFilters): boolean =>
  link.isArchived === archived &&
  (!favorite || link.isFavorite) &&
  (collection === null || link.collectionId === (collection === 'none' ? null : collection))

const edit = (list: LinkList, filters: LinkFilters, id: number, change: (link: Link) => Link | null) => {
  const links = list.links.flatMap(link => {
    if (link.id !== id) return [link]
    const changed = change(link)
    return changed && matchesFilters(changed, filters) ? [changed] : []
  })
  return { ...list, links, total: list.total - (list.links.length - links.length) }
}

/** Changes one link in every cached list at once; null removes it. Returns the snapshot that restore() needs to revert it. */
export const changeCached = async (
  client: QueryClient,
  id: number,
  change: (link: Link) => Link | null,
): Promise<Snapshot> => {
  const one = linkKeys.one(id)
  await Promise.all([
    client.cancelQueries({ queryKey: linkKeys.lists }),
    client.cancelQueries({ queryKey: one }),
  ])
  const before: Snapshot = client.getQueriesData({ queryKey: linkKeys.lists })
  before.push([one, client.getQueryData(one)])
  for (const [key] of client.getQueriesData<LinkList>({ queryKey: linkKeys.lists })) {
    const filters = key[1] as LinkFilters
    client.setQueryData<LinkList>(key, list => list && edit(list, filters, id, change))
  }
  client.setQueryData<Link>(one, link => (link && change(link)) ?? link)
  return before
}

export const restore = (client: QueryClient, before: Snapshot): void => {
  for (const [key, data] of before) client.setQueryData(key, data)
}

/**
 * Marks links, counts and collections as stale. Lists on the screen are refetched only with 'reload'; others are
 * refetched when opened. Resolves when the collections on the screen are refetched.
 */
export const invalidateLibrary = async (client: QueryClient, shown: 'keep' | 'reload'): Promise<void> => {
  void client.invalidateQueries({
    queryKey: linkKeys.lists,
    refetchType: shown === 'reload' ? 'active' : 'none',
  })
  void client.invalidateQueries({ queryKey: linkKeys.counts })
  await client.invalidateQueries({ queryKey: linkKeys.collections })
}
