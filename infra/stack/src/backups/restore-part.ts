import { BackupFault } from '@lectern/backup/fault.ts'
import { listBackups } from '@lectern/backup/manifest.ts'
import { migrateBackups, openBackups } from '@lectern/backup/open.ts'
import { type Restored, restore } from '@lectern/backup/restore.ts'
import { noteRestore } from '@lectern/backup/runs.ts'
import { loadConfig } from '@lectern/platform/process/config.ts'
import type { Resource } from '../resource.ts'
import { serviceEnv } from '../settings.ts'
import type { StackOptions } from '../stack.ts'

export type RestorePart = {
  /** undefined: the newest. */
  readonly name: string | undefined
  readonly onRestored: (restored: Restored & { readonly name: string }) => void
}

/** Fills the stores from a backup. It stands after the stores and before what reads them. */
export const restorePart = (options: StackOptions, { name, onRestored }: RestorePart): Resource => {
  let isDone = false
  return {
    name: 'restore',
    healthy: async () => isDone,
    up: async () => {
      const backups = await openBackups(loadConfig('backup', serviceEnv('backup', options)))
      try {
        const chosen = name ?? (await listBackups(backups.place)).at(-1)
        if (chosen === undefined) throw new BackupFault(`${backups.place.address} has no backups.`)
        options.supervisor.say(`Restoring ${chosen} from ${backups.place.address}.`)
        const began = new Date()
        const restored = await restore({ ...backups, say: options.supervisor.say }, chosen)
        await migrateBackups(backups)
        await noteRestore(backups.pool, began, { ...restored, name: chosen })
        isDone = true
        onRestored({ ...restored, name: chosen })
      } finally {
        await backups.close()
      }
    },
    down: async () => {},
  }
}
