import type { Collection } from '@lectern/contracts/api/collections.ts'
import { isPaid, type Plan } from '@lectern/contracts/plans.ts'
import { parseSearch } from '@lectern/contracts/search-syntax.ts'
import type { Link, LinkList } from '../answers.ts'
import type { LinkFilters, Sort } from '../links/keys.ts'
import { matchesFilters, ORDERS, progressOf } from '../links/place.ts'
import { matchesSearch } from './search.ts'

const sorted = (links: readonly Link[], sort: Sort): Link[] => {
  const inOrder = (of: readonly Link[], isBefore: (a: Link, b: Link) => boolean) =>
    of.toSorted((a, b) => (isBefore(a, b) ? -1 : 1))
  if (sort !== 'lastRead') return inOrder(links, ORDERS[sort])
  // When a link was read is not known here.
  const isUnread = (link: Link) => progressOf(link) === 'unread'
  return [links.filter(link => !isUnread(link)), links.filter(isUnread)].flatMap(part =>
    inOrder(part, ORDERS.newest),
  )
}

/** The list under these filters of the links that the device keeps. Words inside articles are not searched. */
export const gatherList = (
  links: readonly Link[],
  filters: LinkFilters,
  { plan, collections }: { plan: Plan; collections: readonly Collection[] },
): LinkList => {
  const search = parseSearch(filters.q, { advanced: isPaid(plan) })
  const archived = search.advanced.archived ?? filters.archived
  /** is:shared looks among all that others share. */
  const amongAll = ({ collectionId }: Link) =>
    search.shared && collectionId !== null && { shared: [collectionId] }
  const found = links.filter(
    link =>
      matchesFilters(link, { ...filters, archived, ...amongAll(link) }) &&
      matchesSearch(link, search, collections),
  )
  return {
    links: sorted(found, filters.sort),
    total: found.length,
    ...(search.usesAdvanced && !isPaid(plan) && { advancedSearch: 'upgrade' }),
    hasMore: false,
    nextCursor: null,
  }
}
