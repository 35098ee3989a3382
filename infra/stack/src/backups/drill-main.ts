import { migrateBackups, openBackups } from '@lectern/backup/open.ts'
import { runMain } from '@lectern/backup/run-main.ts'
import { noted } from '@lectern/backup/runs.ts'
import { loadConfig } from '@lectern/platform/process/config.ts'
import { StartError } from '../start-error.ts'
import { drill } from './drill.ts'

/** `make drill`, beside a Lectern that runs. */
const main = async (): Promise<string> => {
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const config = loadConfig('backup', process.env)
  const backups = await openBackups(config)
  try {
    await migrateBackups(backups)
    const { name, restoredAfterS, verifiedAfterS } = await noted(backups.pool, 'drill', () =>
      drill(backups.pool, process.env, config.backupDrillsIn, say),
    )
    return `${name} can be restored: it was there after ${restoredAfterS} s and verified after ${verifiedAfterS} s.`
  } finally {
    await backups.close()
  }
}

process.env.RESTORING = 'true'
await runMain('drill', main, [StartError])
