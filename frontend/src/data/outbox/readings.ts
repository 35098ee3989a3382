import type { Query, QueryClient } from '@tanstack/react-query'
import { namesOf } from '../acts/kinds.ts'
import { isLacking, type PendingAct } from '../acts/pending.ts'
import { keys } from '../links/keys.ts'
import { noteKeys } from '../notes/keys.ts'
import type { Reading } from '../reading.ts'
import type { Outbox } from './outbox.ts'

const OF_LINKS: readonly unknown[] = [keys.lists, keys.ones, keys.counts, keys.collections, keys.tags].flat()
const OF_NOTES: readonly unknown[] = [noteKeys.lists[0], noteKeys.ofLinks[0]]
/** Readings of one link, or of its notes. */
const OF_ONE: readonly unknown[] = [keys.ones[0], noteKeys.ofLinks[0]]

export type ReadingQuery = Query<Reading<unknown>>

/** The readings that acts on links are applied to, also those that come for the first time. */
export const readingsOfLinks = (client: QueryClient): ReadingQuery[] =>
  client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => OF_LINKS.includes(queryKey[0]) }) as ReadingQuery[]

/** The loaded readings that acts are applied to. */
const readingsOf = (client: QueryClient): ReadingQuery[] =>
  client.getQueryCache().findAll({
    predicate: ({ queryKey, state }) =>
      (OF_LINKS.includes(queryKey[0]) || OF_NOTES.includes(queryKey[0])) && state.data !== undefined,
  }) as ReadingQuery[]

/** Whether the act shows in this reading at all: a reading of one link, or of its notes, shows only acts on it. */
const concerns = ({ queryKey }: ReadingQuery, { act }: PendingAct): boolean => {
  const { links, notes } = namesOf(act)
  if (!(notes ? OF_NOTES : OF_LINKS).includes(queryKey[0])) return false
  return !OF_ONE.includes(queryKey[0]) || links === undefined || links.includes(queryKey[1] as number)
}

/** Whether the reading may lack the act. Links that were read again later do not lack it. */
const mayLack = ({ state }: ReadingQuery, pending: PendingAct): boolean => {
  const { asOf, links: readAgain } = state.data as Reading<unknown>
  const { links } = namesOf(pending.act)
  const ages = readAgain && links ? links.map(id => readAgain.get(id) ?? asOf) : [asOf]
  return ages.some(age => isLacking(age, pending))
}

const sentActs = (outbox: Outbox): PendingAct[] => outbox.pending().filter(({ sentAt }) => sentAt !== null)

/** Drops the sent acts that the readings show. An act stays in this tab while any loaded reading may lack it. */
export const settle = (client: QueryClient, outbox: Outbox): void => {
  const sent = sentActs(outbox)
  if (sent.length === 0) return
  const all = readingsOf(client)
  const shown = sent.filter(act => {
    const active = all.filter(query => query.isActive() && concerns(query, act))
    return active.length > 0 && !active.some(query => mayLack(query, act))
  })
  const shownEverywhere = shown.filter(act => !all.some(query => concerns(query, act) && mayLack(query, act)))
  outbox.settle(shown, shownEverywhere)
}

/** Reads again what is on the screen and may lack a sent act. @returns whether there was anything to read */
export const refetchLacking = async (client: QueryClient, outbox: Outbox): Promise<boolean> => {
  const sent = sentActs(outbox)
  const lacking = new Set(
    readingsOf(client)
      .filter(query => query.isActive() && sent.some(act => concerns(query, act) && mayLack(query, act)))
      .map(({ queryHash }) => queryHash),
  )
  await client.invalidateQueries({ predicate: ({ queryHash }) => lacking.has(queryHash) })
  return lacking.size > 0
}
