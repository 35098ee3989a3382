import type { Link, LinkList } from '@lectern/contracts/api/links.ts'
import type { LinkFilters } from './keys.ts'

/** Whether the link matches these filters. Ignores the search text, which only the server can match. */
export const matchesFilters = (link: Link, { favorite, archived, collection }: LinkFilters): boolean =>
  link.isArchived === archived &&
  (!favorite || link.isFavorite) &&
  (collection === null || link.collectionId === (collection === 'none' ? null : collection))

const isNewer = (a: Link, b: Link): boolean => {
  const [savedA, savedB] = [Date.parse(a.createdAt), Date.parse(b.createdAt)]
  return savedA === savedB ? a.id > b.id : savedA > savedB
}

/** The list with the link at the place of its date, or without it when it is null or does not match. Leaves the total. */
export const placeLink = (list: LinkList, id: number, link: Link | null, filters: LinkFilters): LinkList => {
  const others = list.links.filter(other => other.id !== id)
  if (!link || !matchesFilters(link, filters)) return { ...list, links: others }
  const place = others.findIndex(other => isNewer(link, other))
  // The link comes after the last loaded one, so the next page brings it.
  if (place < 0 && list.nextCursor) return { ...list, links: others }
  return { ...list, links: others.toSpliced(place < 0 ? others.length : place, 0, link) }
}
