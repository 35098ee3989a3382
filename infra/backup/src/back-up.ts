import { keepEnded } from './ended.ts'
import { listBackups } from './manifest.ts'
import type { Backups } from './open.ts'
import { prune } from './prune.ts'
import { noted } from './runs.ts'
import { takeBackup } from './take.ts'

export type BackedUp = {
  readonly name: string
  readonly place: string
  readonly events: number
  readonly rows: number
  readonly isIncremental: boolean
  /** Whether drills can be made here: those of encrypted backups need the secret key. */
  readonly isOpenHere: boolean
  /** Why old backups could not be removed. */
  readonly pruneFailure?: string
  /** All backups in the place. */
  readonly backups: number
}

/** Takes a backup and removes those that are not kept any more. @throws BackupFault */
export const backUp = (backups: Backups, takesOver = false): Promise<BackedUp> =>
  noted(backups.pool, 'backup', async () => {
    const { place, pool, isOpenHere } = backups
    const { name, manifest, isIncremental } = await takeBackup({ ...backups, takesOver })
    await keepEnded(pool, place)
    const pruneFailure = await prune(place, new Date()).then(
      () => undefined,
      (error: Error) => error.message,
    )
    const { events, tables, packs, gone } = manifest
    const rowsOf = (parts: readonly { rows: number }[]) => parts.reduce((sum, { rows }) => sum + rows, 0)
    return {
      ...{ name, place: place.address, isIncremental, isOpenHere, events: events.count },
      ...(pruneFailure !== undefined && { pruneFailure }),
      rows: rowsOf(tables) + rowsOf(packs) - rowsOf(gone),
      backups: (await listBackups(place)).length,
    }
  })
