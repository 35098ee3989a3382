import type { Change, ChangeAct } from '@lectern/contracts/api/changes.ts'
import type { Counts, TagList } from '@lectern/contracts/api/counts.ts'
import type { QueryClient } from '@tanstack/react-query'
import { type Act, namesOf, patchOf } from '../acts/kinds.ts'
import type { PendingAct } from '../acts/pending.ts'
import type { Link, LinkList } from '../answers.ts'
import type { Id } from '../id.ts'
import { carriedLinks, foldCounts, foldLink, foldList } from '../links/fold.ts'
import { keys, type LinkFilters } from '../links/keys.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { type ReadingQuery, readingsOfLinks } from '../outbox/readings.ts'
import type { Reading } from '../reading.ts'
import { foldTags } from '../tags/fold.ts'

/** A pushed change, and when it came, ms of performance.now(). */
export type Pushed = { readonly change: Change; readonly at: number }

/** Most of the time between a commit and its push. A reading that came within it may have what another device did. */
const PUSH_MAX_MS = 5_000

/** What another device did, as an act after all of this one. */
const actElsewhere = ({ key, set }: ChangeAct): Act | undefined => {
  if (!set) return undefined
  const { linkId, ...updates } = set
  const at = new Date(Date.now() - PUSH_MAX_MS).toISOString()
  const [params, seq] = [{ linkIds: [linkId], updates }, Number.POSITIVE_INFINITY]
  return { name: 'editLinks', params, key, at, seq, userId: '', state: 'sent' }
}

/** Data after acts. isRough: only the server knows it exactly. */
type Folded = { readonly data: unknown; readonly isRough: boolean; readonly isGone?: boolean }

const foldedList = (list: Reading<LinkList>, filters: LinkFilters, acts: readonly PendingAct[]): Folded => {
  const data = foldList(list, filters, acts)
  const idsIn = ({ links }: LinkList) => new Set(links.map(({ id }) => id))
  const [before, after] = [idsIn(list.data), idsIn(data)]
  // The next page has the link that takes the place of a lost one.
  const isShort = data.nextCursor !== null && [...before].some(id => !after.has(id))
  const isPlaced = ['newest', 'oldest'].includes(filters.sort) || [...after].every(id => before.has(id))
  return { data, isRough: filters.q !== '' || isShort || !isPlaced }
}

const hasTags = (link: Link | null): boolean => link !== null && !link.isArchived && link.tags.length > 0

const foldedCounts = (counts: Reading<Counts>, acts: readonly PendingAct[]): Folded => {
  const data = foldCounts(counts, acts)
  const changed = [...carriedLinks(acts).values()]
  if (!changed.some(({ before, after }) => hasTags(before) || hasTags(after))) return { data, isRough: false }
  const isWhole = data.tagCount <= data.tags.length
  const tags = foldTags({ ...counts, data: data.tags }, acts, isWhole)
    .filter(({ count }) => count > 0)
    .map(({ tag, count }) => ({ tag, count }))
  return { data: { ...data, tags, tagCount: isWhole ? tags.length : data.tagCount }, isRough: !isWhole }
}

/** What the reading says after the acts; undefined where they do not show in it. */
const folded = ({ queryKey, state }: ReadingQuery, acts: readonly PendingAct[]): Folded | undefined => {
  const [kind, about] = queryKey
  const reading = state.data as Reading<never>
  if (kind === keys.lists[0]) return foldedList(reading, about as LinkFilters, acts)
  if (kind === keys.counts[0]) return foldedCounts(reading, acts)
  if (kind === keys.ones[0]) {
    const link = foldLink(reading, acts)
    return { data: link ?? reading.data, isRough: link === null, isGone: link === null }
  }
  if (kind !== keys.tags[0]) return undefined
  const { tags } = reading.data as TagList
  return { data: { tags: foldTags({ ...reading, data: tags }, acts, true) }, isRough: false }
}

/** The link as the newest of the readings has it; undefined where that came later than this, ms since 1970. */
const linkBefore = (since: number, id: Id, readings: readonly ReadingQuery[]): Link | undefined => {
  const found = readings.flatMap(({ queryKey: [kind], state: { data: reading, dataUpdatedAt } }) => {
    const { data, asOf, links } = reading as Reading<unknown>
    const all =
      kind === keys.lists[0] ? (data as LinkList).links : kind === keys.ones[0] ? [data as Link] : []
    const link = all.find(each => each.id === id)
    return link ? { link, asOf: links?.get(id) ?? asOf, isBefore: dataUpdatedAt < since } : []
  })
  const newest = found.sort((a, b) => b.asOf - a.asOf)[0]
  return newest?.isBefore ? newest.link : undefined
}

/** Whether the act shows on one of these links. */
const isOn = (act: Act, ids: readonly Id[]): boolean => {
  const { links, notes } = namesOf(act)
  return notes === undefined && (links?.some(id => ids.includes(id)) ?? true)
}

/**
 * The acts that made the change, with their links as they were before; undefined where this tab does not know all they did,
 * or would go on to show earlier acts over them.
 */
const knownActs = (
  { acts }: Change,
  pending: readonly PendingAct[],
  readings: readonly ReadingQuery[],
): Act[] | undefined => {
  const own = new Map(pending.map(({ act }) => [act.key, act]))
  const told = new Set(acts?.map(each => own.get(each.key) ?? actElsewhere(each)) ?? [undefined])
  const known: Act[] = []
  for (const act of told) {
    const { addsLink, isWhole } = act ? patchOf(act) : {}
    if (act?.state !== 'sent' || !isWhole) return undefined
    const ids = addsLink ? [] : (namesOf(act).links ?? [])
    const links = ids.map(id => linkBefore(Date.parse(act.at), id, readings))
    const isCovered = pending.some(({ act: other }) => {
      const isEarlier = other.state === 'sent' && other.seq < act.seq
      return isEarlier && !told.has(other) && isOn(other, ids)
    })
    if (links.includes(undefined) || isCovered) return undefined
    known.push({ ...act, links } as Act)
  }
  return known
}

/** Whether the query is read after the change whatever that was: it is under way, lacks earlier writes, or failed on the screen. */
const mustBeRead = (query: ReadingQuery): boolean => {
  const { fetchStatus, status, data } = query.state
  return fetchStatus !== 'idle' || data?.asOf === 0 || (status === 'error' && query.isActive())
}

/**
 * Puts the acts that made a change into the readings, where this tab knows what they did: its own ones, those of other tabs,
 * and flags that another device set. Own acts need not be shown beside the readings any more.
 * @returns hashes of the queries that must be read nonetheless; undefined where the change is not known
 */
export const showActs = (
  client: QueryClient,
  outbox: Pick<Outbox, 'pending' | 'settle'>,
  { change, at }: Pushed,
): string[] | undefined => {
  const all = readingsOfLinks(client)
  if (all.some(mustBeRead)) return undefined
  const readings = all.filter(({ state }) => state.data !== undefined)
  const acts = knownActs(change, outbox.pending(), readings)
  if (!acts) return undefined
  const since = Math.min(...acts.map(act => Date.parse(act.at)))
  const lacking = acts.map(act => ({ act, sentAt: at }))
  const again: string[] = []
  for (const query of readings) {
    const { queryKey, queryHash, state } = query
    const now = folded(query, lacking)
    if (!now || !state.data || state.data.asOf > at) continue
    const { dataUpdatedAt: updatedAt, isInvalidated } = state
    // A reading that came since may have the change already. To count it twice would stay.
    if (now.isRough || updatedAt >= since) again.push(queryHash)
    const isGone = now.isGone ? { isGone: true } : {}
    client.setQueryData(queryKey, { ...state.data, data: now.data, ...isGone }, { updatedAt })
    // Data that is set counts as fresh.
    if (isInvalidated) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  }
  const keysShown = new Set(acts.map(({ key }) => key))
  const own = outbox.pending().filter(({ act }) => keysShown.has(act.key))
  outbox.settle(own, own)
  return again
}
