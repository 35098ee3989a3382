import { commandSubjects, jobSubjects } from '@lectern/contracts/jobs.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import { publishJob } from '@lectern/platform/nats/publish-job.ts'
import { command, isFinal, isForbidden } from '@lectern/platform/nats/request.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { backoff, pause } from '../engine/failures.ts'
import type { Statement } from '../projections/projection.ts'
import { readReactionsCheckpoint, writeReactionsCheckpoint } from './checkpoint.ts'
import { REACTED_PREFIXES, type Reaction, type ReactionKind, reactionTo } from './jobs.ts'

export type ReactionParts = {
  readonly kind: ReactionKind
  readonly store: EventStore
  readonly pool: Pool
  readonly nats: Nats
  readonly storeId: string
  readonly log: Log
  readonly signal: AbortSignal
}

/** Publishes under way at once; the checkpoint moves when all of them are acknowledged. */
const AT_ONCE = 256
/** Events of so many ms share their queries and their checkpoint; the first after a rest is not held back. */
const LINGER_MS = 25
/** Jobs wait no longer than this, in ms, to learn which articles are known. */
const LOOK_UP_MS = 1_000

/**
 * Events to jobs or commands, until the signal aborts. The checkpoint is stored after all of a batch are acknowledged, so a
 * crash repeats some, which their ids make harmless, and loses none. While NATS or command-api is away this loop waits, and
 * it alone: each kind has a loop and a checkpoint of its own.
 */
export const runReactions = async (parts: ReactionParts): Promise<void> => {
  const { kind, store, pool, storeId, signal } = parts
  const prefixes = REACTED_PREFIXES[kind]
  const after = await insist(parts, () => readReactionsCheckpoint(pool, storeId, kind))
  for await (const events of store.follow({ after, prefixes, signal })) {
    for (let from = 0; from < events.length; from += AT_ONCE) {
      const some = events.slice(from, from + AT_ONCE)
      const reactions = await withoutKnown(
        parts,
        some.flatMap(event => reactionTo(event) ?? []),
      )
      await Promise.all(
        sequencesOf(reactions).map(async sequence => {
          for (const reaction of sequence) await insist(parts, () => react(parts, reaction))
        }),
      )
      const last = some.at(-1)
      if (signal.aborted || last === undefined) return
      await insist(parts, () => writeReactionsCheckpoint(pool, storeId, kind, last.position))
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

/** Leaves out the extraction of articles that somebody's link has had read already, if that can be looked up at once. */
const withoutKnown = async ({ pool, log }: ReactionParts, reactions: Reaction[]): Promise<Reaction[]> => {
  const asked = reactions.flatMap(r => (r.kind === 'extract' && r.unlessKnown ? [r.job.articleId] : []))
  if (asked.length === 0) return reactions
  const known = await knownOf(pool, asked).catch(error => {
    log.warn({ err: error }, 'articles may be read that are known')
    return new Set<string>()
  })
  return reactions.filter(r => r.kind !== 'extract' || !r.unlessKnown || !known.has(r.job.articleId))
}

const knownOf = async (pool: Pool, articleIds: readonly string[]): Promise<Set<string>> => {
  const schema = await currentReadSchema(pool)
  if (schema === undefined) return new Set()
  const statement: Statement = {
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

const react = async ({ nats, log, signal }: ReactionParts, reaction: Reaction): Promise<void> => {
  try {
    if (reaction.kind === 'extract')
      await publishJob(nats, jobSubjects.extractInteractive, reaction.job, reaction.msgId)
    else await command(nats, commandSubjects.setAllowance, reaction.command, { signal, log })
  } catch (error) {
    // What NATS does not allow waits too: an operator mends that.
    if (!isFinal(error) || isForbidden(error)) throw error
    log.error({ err: error, reaction }, 'a reaction failed for good')
  }
}
