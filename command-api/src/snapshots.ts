import { setImmediate as nextTurn } from 'node:timers/promises'
import { kyselyOn } from '@lectern/platform/postgres/kysely.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { withTimeout } from '@lectern/platform/process/with-timeout.ts'
import type { SnapshotFormat } from './domain/decider.ts'
import { type Folded, unfolded } from './folded.ts'
import type { RecentCommand } from './recent-commands.ts'

/** What is stored of a stream as of a revision. */
export type Snapshot = { readonly revision: number; readonly bytes: Buffer }

/** Snapshots spare the reading of events, and nothing depends on them: a failure is logged, and no snapshot is found. */
export type Snapshots<State> = {
  /** Revision of a snapshot that this code can read; undefined where there is none. */
  find(stream: string): Promise<number | undefined>
  /** State as of the snapshot; undefined where it has gone since. */
  read(stream: string): Promise<Folded<State> | undefined>
  /** The state must not change meanwhile. */
  freeze(folded: Folded<State>): Promise<Snapshot>
  /** Keeps the later one of this and what is there. */
  write(stream: string, snapshot: Snapshot): Promise<void>
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

/** Milliseconds, for each of find and read: later than that, reading the events is the faster way. */
const ANSWER_MS = 1_000

/** Snapshots in Postgres: one JSON line a part, handled one part a turn, so that a large one holds up nobody. */
export const snapshotsIn = <State>(
  pool: Pool,
  storeId: string,
  { initial, format, log }: { initial: () => State; format: SnapshotFormat<State>; log: Pick<Log, 'warn'> },
): Snapshots<State> => {
  const db = kyselyOn<Tables>(pool)
  const readable = (stream: string) =>
    db
      .selectFrom('command.snapshots')
      .where('stream', '=', stream)
      .where('fold_version', '=', format.version)
      .where('store_id', '=', storeId)

  const thaw = async (bytes: Buffer): Promise<Folded<State>> => {
    const [first = '', ...parts] = bytes.toString('utf8').split('\n')
    const { recent } = JSON.parse(first) as FirstLine
    const folded = unfolded(initial())
    for (const part of parts) {
      await nextTurn()
      folded.state = format.thaw(folded.state, JSON.parse(part))
    }
    for (const [commandId, command] of recent) folded.recent.set(commandId, command)
    return folded
  }

  const orNone = <T>(reading: Promise<T>): Promise<T | undefined> =>
    reading.catch(error => {
      log.warn({ err: error }, 'a snapshot could not be read: the events are read instead')
      return undefined
    })

  return {
    find: async stream => {
      const row = readable(stream).select('revision').executeTakeFirst()
      return (await orNone(withTimeout(row, ANSWER_MS)))?.revision
    },

    read: stream => {
      const reading = async () => {
        const query = readable(stream).select(['revision', 'bytes']).executeTakeFirst()
        const row = await withTimeout(query, ANSWER_MS)
        return row && { ...(await thaw(row.bytes)), revision: row.revision }
      }
      return orNone(reading())
    },

    freeze: async ({ state, recent, revision }) => {
      const lines = [JSON.stringify({ recent: [...recent] } satisfies FirstLine)]
      for (const part of format.freeze(state)) {
        await nextTurn()
        lines.push(JSON.stringify(part))
      }
      return { revision, bytes: Buffer.from(lines.join('\n')) }
    },

    write: async (stream, { revision, bytes }) => {
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
        .catch(error => log.warn({ err: error }, 'a snapshot could not be written'))
    },
  }
}
