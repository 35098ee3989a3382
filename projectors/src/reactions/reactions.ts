import { commandSubjects, jobSubjects } from '@lectern/contracts/jobs.ts'
import type { EventStore, RecordedEvent } from '@lectern/platform/event-store/port.ts'
import type { Log } from '@lectern/platform/log.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import { publishJob } from '@lectern/platform/nats/publish-job.ts'
import { command, Refused } from '@lectern/platform/nats/request.ts'
import type { Pool } from '@lectern/platform/postgres.ts'
import { currentReadSchema } from '@lectern/platform/read-model/current-schema.ts'
import type { Backlog } from '../engine/backlog.ts'
import { backoff, pause } from '../engine/failures.ts'
import { readReactionsCheckpoint, writeReactionsCheckpoint } from './checkpoint.ts'
import { REACTED_PREFIXES, type Reaction, reactionTo } from './jobs.ts'

export type ReactionParts = {
  readonly store: EventStore
  readonly pool: Pool
  readonly nats: Nats
  readonly storeId: string
  readonly log: Log
  readonly signal: AbortSignal
  /** Read models share this process, and reactions ask them what is known: of a backlog they come first. */
  readonly backlog: Backlog
}

/** Publishes under way at once; the checkpoint moves when all of them are acknowledged. */
const AT_ONCE = 256
/** Events of so many ms share their queries and their checkpoint; the first after a rest is not held back. */
const LINGER_MS = 25

/**
 * Events to jobs and commands, until the signal aborts. The checkpoint is stored after NATS has acknowledged, so a crash
 * repeats some, which their ids make harmless, and loses none. While NATS is away this loop waits, and it alone.
 */
export const runReactions = async (parts: ReactionParts): Promise<void> => {
  const { store, pool, storeId, signal, backlog } = parts
  const after = await insist(parts, () => readReactionsCheckpoint(pool, storeId))
  for await (const events of store.follow({ after, prefixes: REACTED_PREFIXES, signal })) {
    for (let from = 0; from < events.length; from += AT_ONCE) {
      const some = events.slice(from, from + AT_ONCE)
      if (some[0]) await backlog.isOver(some[0].position, signal)
      const reactions = await insist(parts, () => withoutKnown(pool, toReactions(some)))
      await Promise.all(
        sequencesOf(reactions ?? []).map(async sequence => {
          for (const reaction of sequence) await insist(parts, () => react(parts, reaction))
        }),
      )
      const last = some.at(-1)
      if (signal.aborted || last === undefined) return
      await insist(parts, () => writeReactionsCheckpoint(pool, storeId, last.position))
    }
    await pause(LINGER_MS, signal)
  }
}

/** Tries until it succeeds; undefined when the signal aborted first. */
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

/** Reactions that may run at the same time; commands to one library follow each other. */
const sequencesOf = (reactions: readonly Reaction[]): Reaction[][] => [
  ...Map.groupBy(reactions, each => (each.kind === 'extract' ? each.msgId : each.command.libraryId)).values(),
]

const toReactions = (events: readonly RecordedEvent[]): Reaction[] =>
  events.flatMap(event => reactionTo(event) ?? [])

/** Leaves out the extraction of articles that somebody's link has had read already. */
const withoutKnown = async (pool: Pool, reactions: Reaction[]): Promise<Reaction[]> => {
  const asked = reactions.flatMap(r => (r.kind === 'extract' && r.unlessKnown ? [r.job.articleId] : []))
  if (asked.length === 0) return reactions
  const schema = await currentReadSchema(pool)
  if (schema === undefined) return reactions
  const { rows } = await pool.query<{ id: string }>({
    name: `known-articles@${schema}`,
    text: `SELECT encode(article_id, 'hex') AS id FROM ${schema}.articles
           WHERE status <> 'pending'
             AND article_id IN (SELECT decode(hex, 'hex') FROM json_array_elements_text($1::json) AS hex)`,
    values: [JSON.stringify(asked)],
  })
  const known = new Set(rows.map(row => row.id))
  return reactions.filter(r => r.kind !== 'extract' || !r.unlessKnown || !known.has(r.job.articleId))
}

const react = async ({ nats, log, signal }: ReactionParts, reaction: Reaction): Promise<void> => {
  if (reaction.kind === 'extract')
    return publishJob(nats, jobSubjects.extractInteractive, reaction.job, reaction.msgId)
  try {
    await command(nats, commandSubjects.setAllowance, reaction.command, { signal, log })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    log.error({ err: error, command: reaction.command }, 'an allowance was refused for good')
  }
}
