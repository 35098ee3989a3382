import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGateway } from '@lectern/gateway/test-support/gateway.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { backUp } from './back-up.ts'
import { listBackups } from './manifest.ts'
import { backupEnv, openTestBackups } from './test-support/backups.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-backups-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]).status === 0
if (!isMounted) rmdirSync(folder)

const parts = duringTests(startOwnParts)
const gateway = duringTests(() => startGateway(parts))

/** The test fills a small file system, which only root may mount. */
it.runIf(isMounted)('a full disk is named, noted, and leaves the backups that are there', async () => {
  const backups = await openTestBackups(backupEnv(parts, { BACKUP_TO: folder }))
  try {
    const { name } = await backUp(backups)
    await gateway.pool.query(
      `INSERT INTO content.documents (hash, html, text, words, searched)
       SELECT md5(n::text), string_agg(md5(random()::text), ''), 'x', 1, '' FROM generate_series(1, 700) AS n, generate_series(1, 1000)
       GROUP BY n`,
    )
    await expect(backUp(backups)).rejects.toThrow(`There is no space left in ${folder}.`)
    expect(await listBackups(backups.place)).toEqual([name])
    const { rows } = await gateway.pool.query(
      `SELECT failure FROM backup.runs ORDER BY began_at DESC LIMIT 1`,
    )
    expect(rows).toEqual([{ failure: `There is no space left in ${folder}.` }])
    await gateway.pool.query('TRUNCATE content.documents')
    expect((await backUp(backups)).isIncremental).toBe(true)
  } finally {
    await backups.close()
    spawnSync('umount', [folder])
    rmdirSync(folder)
  }
})
