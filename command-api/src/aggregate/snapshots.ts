import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, createZstdCompress, zstdDecompress } from 'node:zlib'
import { kyselyOn } from '@lectern/platform/postgres/kysely.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { ConcurrencyLimit } from '@lectern/platform/process/limit-concurrency.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { withTimeout } from '@lectern/platform/process/with-timeout.ts'
import type { SnapshotFormat } from '../domain/decider.ts'
import { type Aggregate, emptyAggregate } from './aggregate.ts'
import type { RecentCommand } from './recent-commands.ts'

/** Effort between two snapshots of a stream (see Decider). */
const EVERY_EFFORT = 2_000
/** Copies in memory, some MB each, that Postgres has not stored yet. */
const UNSTORED_MAX = 2
/** Milliseconds for each query: after that, reading the events is faster. */
const ANSWER_MS = 1_000
/** Compressed. pg reads a value as text of twice its bytes, so a larger one would take too much memory. */
const BYTES_MAX = 16 * 1_048_576
/** The fastest level. It makes a fifth of texts and ids, and Postgres has less to write. */
const PACKED = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const unpack = promisify(zstdDecompress)
const LINE_END = 10

/** Snapshots spare the reading of events. Nothing depends on them: failures are logged, and the events are read. */
export type Snapshots<State> = {
  /** undefined where no snapshot can be read. */
  read(stream: string): Promise<Aggregate<State> | undefined>
  /**
   * Saves a snapshot if one is due. The aggregate must not change until the promise resolves, when it is copied.
   * Postgres stores the copy afterwards, unless it has a later one: `stored` resolves then.
   */
  saveIfDue(stream: string, aggregate: Aggregate<State>): Promise<{ stored: Promise<void> } | undefined>
}

type Tables = {
  'command.snapshots': {
    stream: string
    revision: number
    fold_version: number
    store_id: string
    bytes: Buffer
  }
}

type FirstLine = { recent: [string, RecentCommand][] }

export type SnapshotOptions<State> = {
  readonly initial: () => State
  readonly format: SnapshotFormat<State>
  /** Limits how many snapshots the process reads at once. */
  readonly cold: ConcurrencyLimit
  readonly log: Pick<Log, 'warn'>
}

/** Snapshots in Postgres, one JSON line a part, compressed. Each part is handled in a turn of its own, to hold up no other work. */
export const createSnapshots = <State>(
  pool: Pool,
  storeId: string,
  { initial, format, cold, log }: SnapshotOptions<State>,
): Snapshots<State> => {
  const db = kyselyOn<Tables>(pool)
  let unstored = 0

  const readable = (stream: string) =>
    db
      .selectFrom('command.snapshots')
      .where('stream', '=', stream)
      .where('fold_version', '=', format.version)
      .where('store_id', '=', storeId)

  const thaw = async (bytes: Buffer, revision: number): Promise<Aggregate<State>> => {
    const [first, ...parts] = linesOf(await unpack(bytes))
    const aggregate = emptyAggregate(initial())
    for (const part of parts) {
      await nextTurn()
      aggregate.state = format.thaw(aggregate.state, JSON.parse(part.toString()))
    }
    const { recent } = JSON.parse(String(first)) as FirstLine
    return { ...aggregate, revision, recent: new Map(recent) }
  }

  const freeze = async ({ state, recent }: Aggregate<State>): Promise<Buffer> => {
    const packing = createZstdCompress(PACKED)
    const bytes = buffer(packing)
    packing.write(JSON.stringify({ recent: [...recent] } satisfies FirstLine))
    for (const part of format.freeze(state)) {
      await nextTurn()
      packing.write(`\n${JSON.stringify(part)}`)
    }
    packing.end()
    return bytes
  }

  const store = async (stream: string, revision: number, bytes: Buffer): Promise<void> => {
    if (bytes.length > BYTES_MAX) return
    const values = { revision, fold_version: format.version, store_id: storeId, bytes }
    await db
      .insertInto('command.snapshots')
      .values({ stream, ...values })
      .onConflict(conflict =>
        conflict
          .column('stream')
          .doUpdateSet(values)
          .where(({ eb, or }) =>
            or([
              eb('command.snapshots.revision', '<', revision),
              eb('command.snapshots.fold_version', '!=', format.version),
              eb('command.snapshots.store_id', '!=', storeId),
            ]),
          ),
      )
      .execute()
  }

  return {
    read: async stream => {
      try {
        const found = readable(stream).select('revision').executeTakeFirst()
        if ((await withTimeout(found, ANSWER_MS)) === undefined) return undefined
        return await cold.use(async () => {
          const query = readable(stream).select(['revision', 'bytes']).executeTakeFirst()
          const row = await withTimeout(query, ANSWER_MS)
          return row && (await thaw(row.bytes, row.revision))
        })
      } catch (error) {
        log.warn({ err: error }, 'a snapshot could not be read: the events are read instead')
        return undefined
      }
    },

    saveIfDue: async (stream, aggregate) => {
      if (aggregate.effort < EVERY_EFFORT || unstored >= UNSTORED_MAX) return undefined
      const { revision } = aggregate
      aggregate.effort = 0
      unstored += 1
      const copying = freeze(aggregate)
      const stored = copying
        .then(bytes => store(stream, revision, bytes))
        .catch(error => log.warn({ err: error }, 'a snapshot could not be written'))
        .finally(() => {
          unstored -= 1
        })
      await Promise.allSettled([copying])
      return { stored }
    },
  }
}

const linesOf = (bytes: Buffer): Buffer[] => {
  const lines: Buffer[] = []
  for (let from = 0; from <= bytes.length; ) {
    const end = bytes.indexOf(LINE_END, from)
    const until = end === -1 ? bytes.length : end
    lines.push(bytes.subarray(from, until))
    from = until + 1
  }
  return lines
}
