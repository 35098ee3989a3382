import { jobSubjects } from '@lectern/contracts/jobs.ts'
import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import { publishJob } from '@lectern/platform/nats/publish-job.ts'
import { isFinal, isForbidden } from '@lectern/platform/nats/request.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import type { ProjectorParts } from '../connect.ts'
import { backoff, pause } from '../engine/failures.ts'
import { readReactionsCheckpoint, writeReactionsCheckpoint } from './checkpoint.ts'
import { eraseTraces } from './erase-traces.ts'
import { LOOPS, type LoopName, type Reaction, reactionTo } from './jobs.ts'

export type ReactionParts = Omit<ProjectorParts, 'metrics'> & {
  readonly loop: LoopName
  readonly nats: Nats
}

/** Publishes under way at once. The checkpoint moves when all of them are acknowledged. */
const AT_ONCE = 256
/** The loop waits this long, in ms, after a batch, so that the next events share a query and a checkpoint. */
const LINGER_MS = 25
/** Jobs wait this long at most, in ms, to learn which articles are known. */
const LOOK_UP_MS = 1_000

/**
 * Turns events into jobs until the signal aborts. The checkpoint is stored after all of a batch are acknowledged, so a crash
 * loses none and repeats some, which their ids make harmless. The loop waits while NATS is away.
 */
export const runReactions = async (parts: ReactionParts): Promise<void> => {
  const { loop, store, pool, storeId, log, signal } = parts
  const { prefixes } = LOOPS[loop]
  const sends: readonly Reaction['kind'][] = LOOPS[loop].sends
  const after = await insist(parts, () => readReactionsCheckpoint(pool, storeId, loop))
  const reactionsOf = (events: readonly RecordedEvent[]): Reaction[] =>
    events.flatMap(event => {
      try {
        const reaction = reactionTo(event)
        return reaction !== undefined && sends.includes(reaction.kind) ? [reaction] : []
      } catch (error) {
        // The read models park a library or an article, which raises an alarm.
        log.error({ err: error, stream: event.stream, eventId: event.id }, 'an event led to no job')
        return []
      }
    })
  for await (const events of store.follow({ after, prefixes, signal })) {
    for (let from = 0; from < events.length; from += AT_ONCE) {
      const some = events.slice(from, from + AT_ONCE)
      const reactions = await withoutKnown(parts, reactionsOf(some))
      await Promise.all(reactions.map(reaction => insist(parts, () => react(parts, reaction))))
      const last = some.at(-1)
      if (signal.aborted || last === undefined) return
      await insist(parts, () => writeReactionsCheckpoint(pool, storeId, loop, last.position))
    }
    await pause(LINGER_MS, signal)
  }
}

/** Tries until it succeeds. @returns undefined where the signal aborted first */
const insist = async <T>({ log, signal }: ReactionParts, work: () => Promise<T>): Promise<T | undefined> => {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted) return undefined
      log[attempt === 0 ? 'warn' : 'debug']({ err: error, attempt }, 'a reaction waits')
      await pause(backoff(attempt), signal)
    }
  }
  return undefined
}

/** Leaves out articles that were read already for any link, if that can be looked up at once. */
const withoutKnown = async ({ pool, log }: ReactionParts, reactions: Reaction[]): Promise<Reaction[]> => {
  const asked = reactions.flatMap(r => (r.kind === 'extract' && r.unlessKnown ? [r.job.articleId] : []))
  if (asked.length === 0) return reactions
  const known = await knownOf(pool, asked).catch(error => {
    log.warn({ err: error }, 'known articles cannot be looked up, so they may be read again')
    return new Set<string>()
  })
  return reactions.filter(r => r.kind !== 'extract' || !r.unlessKnown || !known.has(r.job.articleId))
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

const SUBJECTS = {
  extract: jobSubjects.extractInteractive,
  'extract-bulk': jobSubjects.extractBulk,
  import: jobSubjects.importFile,
} as const

const react = async ({ nats, pool, log }: ReactionParts, reaction: Reaction): Promise<void> => {
  try {
    if (reaction.kind === 'erase-traces') await eraseTraces(nats, pool, reaction.id)
    else await publishJob(nats, SUBJECTS[reaction.kind], reaction.job, reaction.msgId)
  } catch (error) {
    // A job that NATS does not allow waits as well, since an operator can mend that.
    if (!isFinal(error) || isForbidden(error)) throw error
    log.error({ err: error, reaction }, 'a reaction failed for good')
  }
}
