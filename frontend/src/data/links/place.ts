import type { Link, LinkList } from '../answers.ts'
import { compareIds, type Id, numberOf } from '../id.ts'
import type { LinkFilters, Progress, Sort } from './keys.ts'

export const progressOf = ({ progress }: Link): Progress =>
  // Links that an earlier version of the client kept on the device have no progress.
  progress === null || progress === undefined ? 'unread' : progress < 1 ? 'begun' : 'finished'

const isAmongAll = ({ library, collectionId }: Link, shared: LinkFilters['shared']): boolean =>
  library === undefined || (collectionId !== null && shared?.includes(collectionId) === true)

/** Whether the link matches these filters. Ignores the search text, which only the server can match. */
export const matchesFilters = (
  link: Link,
  { favorite, archived, collection, progress, shared }: LinkFilters,
): boolean =>
  link.isArchived === archived &&
  (!favorite || link.isFavorite) &&
  (collection === null
    ? isAmongAll(link, shared)
    : collection === 'none'
      ? link.collectionId === null && link.library === undefined
      : link.collectionId === collection) &&
  (progress === null || progressOf(link) === progress)

type IsBefore = (a: Link, b: Link) => boolean

const isNewer: IsBefore = (a, b) => {
  const [savedA, savedB] = [Date.parse(a.createdAt), Date.parse(b.createdAt)]
  // Links that are not sent yet have negative ids, the newest the lowest.
  return savedA === savedB ? Math.abs(numberOf(a.id)) > Math.abs(numberOf(b.id)) : savedA > savedB
}

/** Roughly as the server compares titles, until its list comes. */
const plain = (title: string): string => title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Links whose reading time is not known come last. */
const wordsOf = ({ wordCount }: Link): number => wordCount ?? Number.POSITIVE_INFINITY

const isUnread = (link: Link): boolean => progressOf(link) === 'unread'

const by =
  (key: (link: Link) => string | number): IsBefore =>
  (a, b) => {
    const [keyA, keyB] = [key(a), key(b)]
    return keyA === keyB ? compareIds(a.id, b.id) < 0 : keyA < keyB
  }

export const ORDERS: Record<Sort, IsBefore> = {
  newest: isNewer,
  oldest: (a, b) => isNewer(b, a),
  title: by(({ title }) => plain(title)),
  readingTime: by(wordsOf),
  // Links that were never read come last. When the others were read is not known here.
  lastRead: (a, b) => isUnread(a) && isUnread(b) && isNewer(a, b),
}

/** The list with the link at its place, or without it when it is null or does not match. Leaves the total. */
export const placeLink = (list: LinkList, id: Id, link: Link | null, filters: LinkFilters): LinkList => {
  const others = list.links.filter(other => other.id !== id)
  if (!link || !matchesFilters(link, filters)) return { ...list, links: others }
  if (filters.sort === 'lastRead' && !isUnread(link)) {
    // It stays where it is, and a link that is not there waits for the server's list.
    return { ...list, links: list.links.map(other => (other.id === id ? link : other)) }
  }
  const isBefore = ORDERS[filters.sort]
  const place = others.findIndex(other => isBefore(link, other))
  // The link comes after the last loaded one, so the next page brings it.
  if (place < 0 && list.nextCursor) return { ...list, links: others }
  return { ...list, links: others.toSpliced(place < 0 ? others.length : place, 0, link) }
}
