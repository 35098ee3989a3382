import type { Position, RecordedEvent } from '@lectern/platform/event-store/port.ts'
import { inTransaction, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { inTraces, traced, tracesOf } from '@lectern/platform/process/tracing.ts'
import { backoff } from '@lectern/platform/process/until-there.ts'
import { addWork } from '@lectern/platform/work/add-work.ts'
import type { ProjectorParts } from '../connect.ts'
import { NOT_IDLE } from '../engine/commit.ts'
import { CheckpointMoved, pause } from '../engine/failures.ts'
import { moveReactionsCheckpoint, ON_DISK, readReactionsCheckpoint } from './checkpoint.ts'
import { eraseTraces } from './erase-traces.ts'
import { LOOPS, type LoopName, type Reaction, reactionTo } from './jobs.ts'

type AddedWork = Extract<Reaction, { kind: 'work' }>['work'][number]

export type ReactionParts = Omit<ProjectorParts, 'metrics'> & { readonly loop: LoopName }

/** Rows of one transaction, which stores the checkpoint with them. */
const ROWS_AT_ONCE = 2_000
/** The loop waits this long, in ms, after a batch, so that the next events share a query and a checkpoint. */
const LINGER_MS = 25
/** Work waits this long at most, in ms, to learn which articles are known. */
const LOOK_UP_MS = 1_000

/**
 * Turns events into work until the signal aborts. Rows for workers and erasures are in one transaction with the checkpoint, which keeps
 * off a process that led before. The loop waits while Postgres is away.
 */
export const runReactions = async (parts: ReactionParts): Promise<void> => {
  const { loop, pool, storeId, log, signal } = parts
  while (!signal.aborted) {
    const after = await insist(parts, () => readReactionsCheckpoint(pool, storeId, loop))
    try {
      await reactAfter(parts, after)
    } catch (error) {
      if (!(error instanceof CheckpointMoved)) throw error
      // What a crash of Postgres lost comes again, which the rows' keys make harmless.
      log.warn({ loop }, 'reactions go on where the checkpoint is')
    }
  }
}

/** @throws CheckpointMoved */
const reactAfter = async (parts: ReactionParts, after: Position | undefined): Promise<void> => {
  const { loop, store, pool, storeId, log, signal } = parts
  const { prefixes, reacts } = LOOPS[loop]
  const reactionOf = (event: RecordedEvent): Reaction | undefined => {
    try {
      const reaction = reactionTo(event)
      return reaction?.kind === reacts ? reaction : undefined
    } catch (error) {
      // The read models park a library or an article, which raises an alarm.
      log.error({ err: error, stream: event.stream, eventId: event.id }, 'an event led to no job')
      return undefined
    }
  }
  let from = after
  for await (const events of store.follow({ after, prefixes, signal })) {
    let work: AddedWork[] = []
    let erased: string[] = []
    for (const event of events) {
      const reaction = reactionOf(event)
      if (reaction?.kind === 'erase-traces') erased.push(reaction.id)
      if (reaction?.kind === 'work')
        work.push(...inTraces(tracesOf([event]), () => reaction.work.map(row => ({ ...row, ...traced() }))))
      if (event !== events.at(-1) && work.length < ROWS_AT_ONCE) continue
      const unknown = await withoutKnown(parts, work)
      if (signal.aborted) return
      const to = event.position
      await insist(parts, () =>
        inTransaction(pool, async client => {
          await client.query(NOT_IDLE)
          if (unknown.length + erased.length > 0) await client.query(ON_DISK)
          await moveReactionsCheckpoint(client, { storeId, loop, from, to })
          await addWork(client, unknown)
          for (const id of erased) await eraseTraces(client, id)
        }),
      )
      from = to
      work = []
      erased = []
    }
    await pause(LINGER_MS, signal)
  }
}

/** Tries until it succeeds. @returns undefined where the signal aborted first @throws CheckpointMoved */
export const insist = async <T>(
  { log, signal }: Pick<ReactionParts, 'log' | 'signal'>,
  work: () => Promise<T>,
): Promise<T | undefined> => {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted) return undefined
      if (error instanceof CheckpointMoved) throw error
      log[attempt === 0 ? 'warn' : 'debug']({ err: error, attempt }, 'a reaction waits')
      await pause(backoff(attempt), signal)
    }
  }
  return undefined
}

/** Leaves out articles that were read already for any link, if that can be looked up at once. */
const withoutKnown = async ({ pool, log }: ReactionParts, work: AddedWork[]): Promise<AddedWork[]> => {
  const asked = work.flatMap(({ unlessKnown }) => unlessKnown ?? [])
  if (asked.length === 0) return work
  const known = await knownOf(pool, asked).catch(error => {
    log.warn({ err: error }, 'known articles cannot be looked up, so they may be read again')
    return new Set<string>()
  })
  return work.filter(({ unlessKnown }) => unlessKnown === undefined || !known.has(unlessKnown))
}

const knownOf = async (pool: Pool, articleIds: readonly string[]): Promise<Set<string>> => {
  const schema = await currentReadSchema(pool)
  if (schema === undefined) return new Set()
  const statement = {
    name: `known-articles@${schema}`,
    query_timeout: LOOK_UP_MS,
    text: `SELECT encode(article_id, 'hex') AS id FROM ${schema}.articles
           WHERE status <> 'pending'
             AND article_id IN (SELECT decode(hex, 'hex') FROM json_array_elements_text($1::json) AS hex)`,
    values: [JSON.stringify(articleIds)],
  }
  const { rows } = await pool.query<{ id: string }>(statement)
  return new Set(rows.map(row => row.id))
}
