import type { Counts } from '@lectern/contracts/api/counts.ts'
import { type Act, patchOf } from '../acts/kinds.ts'
import { isLacking, type PendingAct } from '../acts/pending.ts'
import type { Link, LinkList } from '../answers.ts'
import { type Id, numberOf } from '../id.ts'
import type { Reading } from '../reading.ts'
import type { LinkFilters } from './keys.ts'
import { matchesFilters, placeLink } from './place.ts'

const applyActs = (link: Link, acts: readonly PendingAct[]): Link | null => {
  let now: Link | null = link
  for (const { act } of acts) {
    const { link: change } = patchOf(act)
    if (change && now) now = change(now)
  }
  return now
}

/** A link with the acts that its reading may lack; null when they delete it. */
export const foldLink = ({ data, asOf, isGone }: Reading<Link>, acts: readonly PendingAct[]): Link | null =>
  isGone
    ? null
    : applyActs(
        data,
        acts.filter(act => isLacking(asOf, act)),
      )

/** A list with the acts that its reading may lack. Returns the list itself when they change nothing. */
export const foldList = (
  { data: list, asOf, links: readAgain }: Reading<LinkList>,
  filters: LinkFilters,
  acts: readonly PendingAct[],
): LinkList => {
  if (acts.length === 0) return list
  const ageOf = (id: Id) => readAgain?.get(id) ?? asOf
  const kept: Link[] = []
  let isChanged = false
  for (const link of list.links) {
    const now = foldLink({ data: link, asOf: ageOf(link.id) }, acts)
    isChanged ||= now !== link
    // A search may find links that these filters alone do not match, such as archived ones.
    if (now && (matchesFilters(now, filters) || !matchesFilters(link, filters))) kept.push(now)
  }
  const total = list.total - (list.links.length - kept.length)
  const folded = isChanged ? { ...list, links: kept, total } : list
  return filters.q === '' ? withCarriedLinks(folded, list, ageOf, filters, acts) : folded
}

/** Adds links that match because of the acts: saved links, and those that an act brings back. Counts links beyond the loaded ones. */
const withCarriedLinks = (
  folded: LinkList,
  read: LinkList,
  ageOf: (id: Id) => number,
  filters: LinkFilters,
  acts: readonly PendingAct[],
): LinkList => {
  const matches = (link: Link | null) => link !== null && matchesFilters(link, filters)
  let list = folded
  for (const [id, { before, after }] of carriedLinks(acts, ageOf)) {
    if (matches(before) === matches(after) || read.links.some(link => link.id === id)) continue
    if (matches(after)) list = { ...placeLink(list, id, after, filters), total: list.total + 1 }
    // A link that is not loaded is on a later page, or gone.
    else if (list.nextCursor) list = { ...list, total: list.total - 1 }
  }
  return list
}

/** The links that the act carries, as they were before it. */
const basesOf = (act: Act): readonly Link[] => {
  const { addsLink } = patchOf(act)
  return addsLink ? [addsLink] : (act.links ?? [])
}

/**
 * The links that these acts carry, before and after the acts that a reading may lack; null before a save and after a
 * deletion. `ageOf` gives the age of a link's reading; by default it lacks them all.
 */
export const carriedLinks = (
  acts: readonly PendingAct[],
  ageOf: (id: Id) => number = () => 0,
): Map<Id, { before: Link | null; after: Link | null }> => {
  const carried = new Map<Id, { before: Link | null; after: Link | null }>()
  acts.forEach((pending, index) => {
    for (const base of basesOf(pending.act)) {
      const age = ageOf(base.id)
      if (carried.has(base.id) || !isLacking(age, pending)) continue
      const isNew = patchOf(pending.act).addsLink !== undefined
      const after = foldLink({ data: base, asOf: age }, acts.slice(index))
      carried.set(base.id, { before: isNew ? null : base, after })
    }
  })
  return carried
}

/** The counts with the acts that their reading may lack. Links that the acts do not carry show when they are read. */
export const foldCounts = ({ data, asOf }: Reading<Counts>, acts: readonly PendingAct[]): Counts => {
  let counts = data
  for (const { before, after } of carriedLinks(acts, () => asOf).values()) {
    counts = counted(counts, before, -1)
    counts = counted(counts, after, 1)
  }
  return counts
}

const counted = (counts: Counts, link: Link | null, by: 1 | -1): Counts => {
  // Counts are of one's own library.
  if (!link || link.library !== undefined) return counts
  const used = counts.used + by
  if (link.isArchived) return { ...counts, used, archived: counts.archived + by }
  const { collectionId, isFavorite } = link
  return {
    ...counts,
    used,
    active: counts.active + by,
    favorites: counts.favorites + (isFavorite ? by : 0),
    uncollected: counts.uncollected + (collectionId === null ? by : 0),
    collections: countedIn(counts.collections, collectionId, by),
  }
}

const countedIn = (collections: Counts['collections'], id: Id | null, by: 1 | -1) => {
  if (id === null) return collections
  if (collections.some(each => each.id === id))
    return collections.map(each => (each.id === id ? { ...each, count: each.count + by } : each))
  // The collection is new here.
  return by === 1 ? [...collections, { id: numberOf(id), count: 1 }] : collections
}
