import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfig } from '@lectern/platform/process/config.ts'
import type { TestParts } from '@lectern/stack/test-support/parts.ts'
import { migrateBackups, openBackups } from '../open.ts'
import { restore } from '../restore.ts'

/** The settings of backups of these parts. */
export const backupEnv = (parts: TestParts, more: Record<string, string> = {}): Record<string, string> => ({
  DATABASE_URL: parts.databaseUrl,
  EVENT_STORE_URL: parts.eventStoreUrl,
  EVENT_STORE_SECRET: parts.eventStoreSecret,
  BACKUP_TO: mkdtempSync(join(parts.dataDir, 'backups-')),
  ...more,
})

/** Backups of parts whose services have made their tables. */
export const openTestBackups = async (env: Record<string, string>) => {
  const backups = await openBackups(loadConfig('backup', env))
  await migrateBackups(backups)
  return backups
}

/** Restores into parts that nobody has used. */
export const restoreInto = async (parts: TestParts, env: Record<string, string>, name: string) => {
  const backups = await openBackups(loadConfig('backup', { ...env, ...storesOf(parts) }))
  try {
    return await restore({ ...backups, say: () => {} }, name)
  } finally {
    await backups.close()
  }
}

/** The part of the settings that says which stores are filled. */
export const storesOf = (parts: TestParts): Record<string, string> => ({
  DATABASE_URL: parts.databaseUrl,
  EVENT_STORE_URL: parts.eventStoreUrl,
  EVENT_STORE_SECRET: parts.eventStoreSecret,
})
