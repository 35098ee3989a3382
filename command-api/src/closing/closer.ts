import { setTimeout as pause } from 'node:timers/promises'
import { accountStream } from '@lectern/contracts/events/account.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { notebookStream } from '@lectern/contracts/events/notebook.ts'
import { type EventStore, type Position, StreamEnded } from '@lectern/platform/event-store/port.ts'
import { comparePositions, parsePosition } from '@lectern/platform/event-store/position.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import type { Issued } from '../aggregate/issued.ts'
import { isTooLarge } from '../aggregate/load.ts'
import type { Aggregates } from '../aggregates.ts'
import { type LoopParts, loop } from '../loop.ts'
import { type EraseParts, eraseMails } from '../mail/erase-mails.ts'
import { eraseContent, forgetArticles } from './articles.ts'
import { closeUnread } from './close-unread.ts'
import { factsOf } from './facts.ts'
import { keepPurchases } from './kept-purchases.ts'
import { invitedBy, leaveAll } from './leave-all.ts'
import { LIBRARY_TABLES, USER_TABLES } from './leftovers.ts'

const AGAIN_AFTER_MS = 5_000
/** How long one attempt waits for the read models. */
const READ_MODELS_MS = 10_000
const LOOK_MS = 200

export type CloserParts = Pick<Aggregates, 'accounts' | 'libraries' | 'articles'> &
  LoopParts &
  EraseParts & {
    readonly pool: Pool
    readonly store: EventStore
    /** undefined until NATS is connected. */
    readonly nats: () => Nats | undefined
  }

type Closing = { readonly userId: string; readonly libraryId: string; readonly askedAt: Date }

/** Deletes what is left of accounts whose owners deleted them (identity.closings), now and later (loop.ts). */
export const closeAccounts = (parts: CloserParts): (() => void) => {
  const { pool, log, signal } = parts
  const closeAll = async (): Promise<void> => {
    const { rows } = await pool.query<Closing>(
      `SELECT user_id AS "userId", library_id AS "libraryId", asked_at AS "askedAt" FROM identity.closings
       ORDER BY asked_at LIMIT 100`,
    )
    for (const closing of rows)
      await close(parts, closing).catch(err => {
        if (!signal.aborted) log.warn({ err, userId: closing.userId }, 'an account cannot be deleted yet')
      })
  }

  return loop({
    log,
    signal,
    work: closeAll,
    everyMs: AGAIN_AFTER_MS,
    failure: 'accounts cannot be deleted yet',
  })
}

/**
 * Each step may be repeated, and finds less to do. The streams end last, since they say what there is to erase; the row of the
 * closing goes after them.
 */
const close = async (parts: CloserParts, closing: Closing): Promise<void> => {
  const { store, pool, signal } = parts
  const { userId, libraryId } = closing
  const closedAt = await appendClosings(parts, closing)
  const facts = await factsOf(store, closing)
  const uploadIds = [...facts.uploadIds, ...(await uploadsOf(pool, libraryId))]
  const payments = await unlessEnded(parts.accounts.read(userId, account => account?.payments))
  if (payments) await keepPurchases(store, payments)

  const schema = await readModelsAt(parts, closedAt)
  const nats = parts.nats()
  if (nats === undefined) throw new Error('NATS is not connected')
  const { articles, importIds, eventIds } = facts
  const forgotten = await forgetArticles({ ...parts, nats }, { schema, libraryId, articles })
  await eraseContent(nats, { libraryId, articles: [], uploadIds, importIds: [...importIds] })
  await leaveAll(parts, userId)
  await eraseMails(parts, userId, [...eventIds, ...(await invitedBy(pool, userId))])
  signal.throwIfAborted()

  await eraseRows(pool, closing)
  await store.tombstone(notebookStream(libraryId))
  await store.tombstone(accountStream(userId))
  await store.tombstone(libraryStream(libraryId))
  // Most requests that were under way at the beginning have ended by now. What a slower one writes goes later (leftovers.ts).
  await eraseRows(pool, closing)
  await pool.query('DELETE FROM identity.closings WHERE user_id = $1', [userId])
  parts.log.info({ userId, libraryId, articles: articles.size, forgotten }, 'an account was deleted')
}

/** @returns the position that read models must have passed; undefined where the streams have ended */
const appendClosings = async (
  { libraries, accounts, store }: CloserParts,
  { userId, libraryId, askedAt }: Closing,
): Promise<Position | undefined> => {
  const now = askedAt.toISOString()
  const issued: Issued = { actorId: userId, via: 'web', commandId: `close-${userId}` }
  const ofLibrary = { type: 'CloseLibrary', libraryId, ownerId: userId, now } as const
  const ofAccount = { type: 'CloseAccount', userId, libraryId, now } as const
  const closeAnyway = (error: unknown) => {
    if (isTooLarge(error)) return closeUnread(store, ofLibrary, issued)
    throw error
  }
  const library = await unlessEnded(libraries.handle(libraryId, ofLibrary, issued).catch(closeAnyway))
  const account = await unlessEnded(accounts.handle(userId, ofAccount, issued))
  return account?.position ?? library?.position
}

const unlessEnded = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof StreamEnded) return undefined
    throw error
  }
}

/**
 * Waits until no read model has the library any more.
 * @returns the schema that serves. Throws where it takes long.
 */
const readModelsAt = async (
  { pool, signal }: CloserParts,
  closedAt: Position | undefined,
): Promise<string> => {
  for (const giveUpAt = Date.now() + READ_MODELS_MS; ; await pause(LOOK_MS, undefined, { signal })) {
    const schema = await currentReadSchema(pool)
    if (schema !== undefined && (await havePassed(pool, schema, closedAt))) return schema
    if (Date.now() > giveUpAt) throw new Error('the read models are behind')
  }
}

const havePassed = async (pool: Pool, schema: string, wanted: Position | undefined): Promise<boolean> => {
  if (wanted === undefined) return true
  const { rows } = await pool.query<{ position: string }>(`SELECT position FROM ${schema}.checkpoints`)
  return rows.every(({ position }) => {
    const at = parsePosition(position)
    return at !== undefined && comparePositions(at, wanted) >= 0
  })
}

/** Files that wait for an import were looked into as well. */
const uploadsOf = async (pool: Pool, libraryId: string): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM uploads.files WHERE library_id = $1', [
    libraryId,
  ])
  return rows.map(({ id }) => id)
}

/** What command-api's own schemas have of an account, beside what went with the row of its user. */
const eraseRows = async (pool: Pool, { userId, libraryId }: Closing): Promise<void> => {
  const streams = [libraryStream(libraryId), notebookStream(libraryId), accountStream(userId)]
  await pool.query('DELETE FROM command.snapshots WHERE stream = ANY ($1)', [streams])
  for (const table of LIBRARY_TABLES)
    await pool.query(`DELETE FROM ${table} WHERE library_id = $1`, [libraryId])
  for (const table of USER_TABLES) await pool.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId])
}
