import { setImmediate as nextTurn } from 'node:timers/promises'
import { kyselyOn } from '@lectern/platform/kysely.ts'
import type { Pool } from '@lectern/platform/postgres.ts'
import type { SnapshotFormat } from './domain/decider.ts'
import { type Folded, unfolded } from './folded.ts'
import type { RecentCommand } from './recent-commands.ts'

export type Snapshots<State> = {
  /** Revision of a snapshot that this code can read; undefined where there is none. */
  find(stream: string): Promise<number | undefined>
  /** State as of the snapshot; undefined where it has gone since. */
  read(stream: string): Promise<Folded<State> | undefined>
  /** Keeps the later one of this and what is there. The state must not change meanwhile. */
  write(stream: string, folded: Folded<State>): Promise<void>
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

/** Snapshots in Postgres: one JSON line a part, handled one part a turn, so that a large one holds up nobody. */
export const snapshotsIn = <State>(
  pool: Pool,
  storeId: string,
  { initial, format }: { initial: () => State; format: SnapshotFormat<State> },
): Snapshots<State> => {
  const db = kyselyOn<Tables>(pool)
  const readable = (stream: string) =>
    db
      .selectFrom('command.snapshots')
      .where('stream', '=', stream)
      .where('fold_version', '=', format.version)
      .where('store_id', '=', storeId)

  return {
    find: async stream => (await readable(stream).select('revision').executeTakeFirst())?.revision,

    read: async stream => {
      const row = await readable(stream).select(['revision', 'bytes']).executeTakeFirst()
      if (row === undefined) return undefined
      const [first = '', ...parts] = row.bytes.toString('utf8').split('\n')
      const { recent } = JSON.parse(first) as FirstLine
      const folded = unfolded(initial())
      for (const part of parts) {
        await nextTurn()
        folded.state = format.thaw(folded.state, JSON.parse(part))
      }
      for (const [commandId, command] of recent) folded.recent.set(commandId, command)
      folded.revision = row.revision
      return folded
    },

    write: async (stream, { state, recent, revision }) => {
      const lines = [JSON.stringify({ recent: [...recent] } satisfies FirstLine)]
      for (const part of format.freeze(state)) {
        await nextTurn()
        lines.push(JSON.stringify(part))
      }
      const bytes = Buffer.from(lines.join('\n'))
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
    },
  }
}
