import type { PendingAct } from '../acts/pending.ts'
import type { Link, LinkList } from '../answers.ts'
import type { Id } from '../id.ts'
import { carriedLinks, foldLink } from '../links/fold.ts'
import { keys, type LinkFilters } from '../links/keys.ts'
import { matchesFilters } from '../links/place.ts'
import { listSaved } from '../saved-articles/store.ts'
import { type RememberedAnswer, readRememberedOfKind } from './store.ts'

/** A link as one reading had it. */
type Found = { readonly link: Link; readonly at: string }

/** The links of these readings, each from its latest one. Links that a later whole list should have and has not are left out. */
const latestOf = (lists: readonly RememberedAnswer<LinkList>[], found: Iterable<Found>): Link[] => {
  const latest = new Map<Id, Found>()
  const add = (each: Found) => {
    const before = latest.get(each.link.id)
    if (!before || before.at < each.at) latest.set(each.link.id, each)
  }
  for (const each of found) add(each)
  for (const { data, at } of lists) for (const link of data.links) add({ link, at })

  const whole = lists
    .filter(({ data }) => data.total === data.links.length)
    .map(({ queryKey, data, at }) => ({
      filters: queryKey[1] as LinkFilters,
      ids: new Set(data.links.map(({ id }) => id)),
      at,
    }))
  const isGone = ({ link, at }: Found) =>
    whole.some(list => list.at > at && !list.ids.has(link.id) && matchesFilters(link, list.filters))
  return [...latest.values()].flatMap(each => (isGone(each) ? [] : each.link))
}

/** Every link that the device keeps, of seen lists and of saved articles. `at`: when the latest of them was seen. */
export const readLinksOnDevice = async (
  userId: string,
): Promise<{ links: Link[]; at: string } | undefined> => {
  const [lists, ones, articles] = await Promise.all([
    readRememberedOfKind(userId, keys.lists[0] as 'links') as Promise<RememberedAnswer<LinkList>[]>,
    readRememberedOfKind(userId, keys.ones[0] as 'link') as Promise<RememberedAnswer<Link>[]>,
    listSaved(userId),
  ])
  const found = [
    ...ones.map(({ data: link, at }) => ({ link, at })),
    ...articles.map(({ link, cachedAt: at }) => ({ link, at })),
  ]
  const at = [...lists, ...found].reduce((latest, each) => (each.at > latest ? each.at : latest), '')
  return at === '' ? undefined : { links: latestOf(lists, found), at }
}

/** The links after the person's waiting acts, with those that the acts bring. */
export const withActs = (links: readonly Link[], acts: readonly PendingAct[]): Link[] => {
  if (acts.length === 0) return [...links]
  const there = new Set(links.map(({ id }) => id))
  const brought = [...carriedLinks(acts)].flatMap(([id, { after }]) => (there.has(id) ? [] : (after ?? [])))
  return [...links.flatMap(link => foldLink({ data: link, asOf: 0 }, acts) ?? []), ...brought]
}
