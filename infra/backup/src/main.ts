import { loadConfig } from '@lectern/platform/process/config.ts'
import { backUp } from './back-up.ts'
import { migrateBackups, openBackups } from './open.ts'
import { runMain } from './run-main.ts'

/** `make backup [TAKE_OVER=yes]`, beside a Lectern that runs. */
const main = async (): Promise<string> => {
  const began = performance.now()
  const backups = await openBackups(loadConfig('backup', process.env))
  try {
    await migrateBackups(backups)
    const { name, place, events, rows } = await backUp(backups, process.env.TAKE_OVER === 'yes')
    const seconds = Math.round((performance.now() - began) / 1_000)
    return `${name} in ${place} has ${events} events and ${rows} rows, after ${seconds} s.`
  } finally {
    await backups.close()
  }
}

await runMain('backup', main)
