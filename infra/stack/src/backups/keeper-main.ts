import { setTimeout as pause } from 'node:timers/promises'
import { backUp } from '@lectern/backup/back-up.ts'
import { keepEnded } from '@lectern/backup/ended.ts'
import { BackupFault } from '@lectern/backup/fault.ts'
import { type Backups, hasTables, migrateBackups, openBackups } from '@lectern/backup/open.ts'
import { lastRuns, noted } from '@lectern/backup/runs.ts'
import { loadConfig } from '@lectern/platform/process/config.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { withSecretFiles } from '@lectern/platform/process/secret-files.ts'
import { drill } from './drill.ts'
import { isBackupDue, isDrillDue } from './due.ts'

/**
 * Takes a backup each day and tries the newest one each week, and keeps beside them what was ended since. It is a process of
 * its own because it alone has the rights of the database's owner and the secret key of the backups; no request reaches it.
 */
const LOOK_MS = 10_000

process.env = withSecretFiles(process.env)
const config = loadConfig('backup', process.env)
const log = createLog('backups', config.logLevel)

/** It has processes of its own, which it stops itself at SIGTERM. */
let drilling: Promise<unknown> | undefined

const lookOnce = async (backups: Backups): Promise<void> => {
  const { pool, isOpenHere } = backups
  const now = new Date()
  if (isBackupDue(now, config.backupAt, await lastRuns(pool, 'backup'))) {
    log.info({ backup: await backUp(backups) }, 'a backup was taken')
    return
  }
  // Without the key on this machine the operator makes drills elsewhere.
  if (isOpenHere && isDrillDue(now, await lastRuns(pool, 'drill'))) {
    const say = (line: string) => log.info(line)
    drilling = noted(pool, 'drill', () => drill(pool, process.env, config.backupDrillsIn, say))
    log.info({ backup: await drilling }, 'a backup was tried')
  }
}

const keepBackups = async (backups: Backups): Promise<never> => {
  for (; ; await pause(LOOK_MS)) await lookOnce(backups)
}

/** A drill takes minutes, and what is ended meanwhile does not wait for it. */
const keepEnds = async ({ pool, place }: Backups): Promise<never> => {
  for (; ; await pause(LOOK_MS))
    await keepEnded(pool, place).catch(err => log.error({ err }, 'what was ended cannot be kept yet'))
}

const main = async (): Promise<never> => {
  let isReady = false
  for (;;) {
    let backups: Backups | undefined
    try {
      backups = await openBackups(config)
      if (!isReady) await migrateBackups(backups)
      // Services make them at the first start, while this process runs already.
      isReady ||= await hasTables(backups)
      if (isReady) await Promise.race([keepEnds(backups), keepBackups(backups)])
    } catch (error) {
      if (error instanceof BackupFault) log.error(error.message)
      else log.error({ err: error }, 'backups fail')
    } finally {
      await backups?.close().catch(() => {})
    }
    await pause(LOOK_MS)
  }
}

process.on('SIGTERM', () => {
  void Promise.allSettled([drilling]).then(() => process.exit(0))
})
if (config.exitWithStdin) process.stdin.on('end', () => process.emit('SIGTERM')).resume()
process.env.RESTORING = 'true'
await main()
