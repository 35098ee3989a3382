import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { ExportFormat, ExportScope, ExportStatus } from '@lectern/contracts/api/exports.ts'
import type { ExportFailure } from '@lectern/contracts/export-failures.ts'
import {
  EXPORT_ASKED_CHANNEL,
  EXPORT_MAX,
  EXPORTS_BYTES_MAX,
  EXPORTS_KEPT,
  EXPORTS_OF_LIBRARY_MAX,
} from '@lectern/contracts/exports.ts'
import type { IdRanges } from '@lectern/contracts/id-ranges.ts'
import { EXPORT_HOURS } from '@lectern/contracts/retention.ts'
import { inTransaction, type Pool, type Queryable } from '@lectern/platform/postgres/postgres.ts'
import type { FreeSpace } from '@lectern/platform/process/free-space.ts'

/** A device has its book by then. */
const DEVICE_MINUTES = 30

/** Postgres' code: another export of the library is made. */
const UNIQUE_VIOLATION = '23505'

export type AskedExport = {
  /** The same request has the same id and the same hash. */
  readonly id: string
  readonly hash: string
  readonly userId: string
  readonly libraryId: string
  readonly format: ExportFormat
  readonly kind: ExportScope['kind']
  /** Of kind links. */
  readonly linkIds: IdRanges | null
  /** Of kind collection; null: links in none. */
  readonly collectionId: number | null
  readonly name: string | null
  readonly withPrivateNotes: boolean
  readonly fileName: string
  readonly position: string | undefined
  /** A device waits for it: it stands beside what the person asked for, and no list shows it. */
  readonly forDevice: boolean
}

/** How far an export has come. The links and the bytes are those written. */
export type ExportState = {
  readonly status: ExportStatus
  readonly links: number
  readonly size: number
  readonly failure: ExportFailure | null
}

export type Exports = {
  /**
   * Stores a request, which an exporter hears of. A repeated one changes nothing. The library's oldest exports make room, and
   * where all have too many bytes, those of the library that has most.
   * @returns when it was asked for first
   * @throws Rejected out-of-space, exports-full, export-running, command-id-reused where the id is that of another request
   */
  ask(asked: AskedExport): Promise<Date>
  /** undefined for one that was removed. */
  find(id: string): Promise<ExportState | undefined>
  /** Removes an export with its file, also one that is being made. @throws Rejected export-not-found */
  remove(libraryId: string, id: string): Promise<void>
  /** Removes all exports of a library, for the end of its account. */
  forget(libraryId: string): Promise<void>
  /** Removes what is older than a day, and what devices waited for when a process ended. */
  clean(): Promise<void>
  /** Ends those that are being made while the disk is nearly full. */
  makeRoom(): Promise<void>
}

/** Requests for exports, and their files, in Postgres. @param onAsked called when a new one waits */
export const exportsIn = (pool: Pool, space: Pick<FreeSpace, 'isLow'>, onAsked = (): void => {}): Exports => {
  const findKnown = async ({ id, libraryId, hash }: AskedExport): Promise<Date | undefined> => {
    const { rows } = await pool.query<{ hash: string; requested_at: Date }>(
      'SELECT request_hash AS hash, requested_at FROM exports.requests WHERE id = $1 AND library_id = $2',
      [id, libraryId],
    )
    if (rows[0] === undefined) return undefined
    if (rows[0].hash !== hash) throw new Rejected('command-id-reused')
    return rows[0].requested_at
  }

  return {
    ask: async asked => {
      const known = await findKnown(asked)
      if (known !== undefined) return known
      if (space.isLow()) throw new Rejected('out-of-space')
      try {
        const askedAt = await inTransaction(pool, async client => {
          // Each of several at once counts those before it.
          await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`exports:${asked.libraryId}`])
          const { rows } = await client.query<{ requested_at: Date }>(
            `INSERT INTO exports.requests (id, user_id, library_id, request_hash, format, scope, link_ids, collection_id,
               name, with_private_notes, file_name, position, for_device)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING requested_at`,
            [
              ...[asked.id, asked.userId, asked.libraryId, asked.hash, asked.format, asked.kind],
              ...[asked.linkIds && multirange(asked.linkIds), asked.collectionId, asked.name],
              ...[asked.withPrivateNotes, asked.fileName, asked.position, asked.forDevice],
            ],
          )
          await dropOldest(client, asked)
          while (!asked.forDevice && (await isFull(client)))
            if (!(await dropOldestOfLargest(client))) throw new Rejected('exports-full')
          await client.query(`NOTIFY ${EXPORT_ASKED_CHANNEL}`)
          return rows[0]?.requested_at as Date
        })
        onAsked()
        return askedAt
      } catch (error) {
        if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error
        // The same request may have come twice at once.
        const first = await findKnown(asked)
        if (first !== undefined) return first
        throw new Rejected('export-running')
      }
    },
    find: async id => {
      const { rows } = await pool.query<ExportState>(
        'SELECT status, written AS links, size, failure FROM exports.requests WHERE id = $1',
        [id],
      )
      return rows[0]
    },
    remove: async (libraryId, id) => {
      const { rowCount } = await pool.query(
        'DELETE FROM exports.requests WHERE library_id = $1 AND id::text = $2',
        [libraryId, id.toLowerCase()],
      )
      if (rowCount === 0) throw new Rejected('export-not-found')
    },
    forget: async libraryId => {
      await pool.query('DELETE FROM exports.requests WHERE library_id = $1', [libraryId])
    },
    clean: async () => {
      await pool.query(
        `DELETE FROM exports.requests WHERE ended_at < now() - $1 * interval '1 hour'
           OR for_device AND requested_at < now() - $2 * interval '1 minute'`,
        [EXPORT_HOURS, DEVICE_MINUTES],
      )
    },
    makeRoom: async () => {
      if (!space.isLow()) return
      await pool.query(
        `WITH ended AS (
           UPDATE exports.requests SET status = 'failed', failure = $1, claim = NULL, ended_at = now(), size = 0
           WHERE ended_at IS NULL RETURNING id)
         DELETE FROM exports.pieces WHERE export_id IN (SELECT id FROM ended)`,
        ['out-of-space' satisfies ExportFailure],
      )
    },
  }
}

/** The new one may become as large as a file may be. */
const dropOldest = async (
  client: Queryable,
  { libraryId, forDevice }: Pick<AskedExport, 'libraryId' | 'forDevice'>,
): Promise<void> => {
  await client.query(
    `DELETE FROM exports.requests WHERE id IN (
       SELECT id FROM (
         SELECT id, row_number() OVER newest AS count, sum(size) OVER newest AS bytes FROM exports.requests
         WHERE library_id = $1 AND for_device = $4 WINDOW newest AS (ORDER BY ended_at IS NOT NULL, requested_at DESC)) AS kept
       WHERE count > $2 OR bytes > $3)`,
    [libraryId, EXPORTS_KEPT, EXPORTS_OF_LIBRARY_MAX - EXPORT_MAX, forDevice],
  )
}

const isFull = async (client: Queryable): Promise<boolean> => {
  const { rows } = await client.query<{ bytes: number }>(
    'SELECT coalesce(sum(size), 0)::bigint AS bytes FROM exports.requests',
  )
  return (rows[0]?.bytes ?? 0) > EXPORTS_BYTES_MAX
}

/** @returns whether there was one that had ended */
const dropOldestOfLargest = async (client: Queryable): Promise<boolean> => {
  const { rowCount } = await client.query(
    `DELETE FROM exports.requests WHERE id = (
       SELECT id FROM exports.requests JOIN (
         SELECT library_id, sum(size) AS bytes FROM exports.requests WHERE ended_at IS NOT NULL GROUP BY library_id
       ) AS kept USING (library_id)
       WHERE ended_at IS NOT NULL AND size > 0 ORDER BY bytes DESC, library_id, requested_at LIMIT 1)`,
  )
  return rowCount !== 0
}

const multirange = (ranges: IdRanges): string =>
  `{${ranges.map(range => (typeof range === 'number' ? `[${range},${range}]` : `[${range}]`)).join()}}`
