import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { devicesOf, PASSWORD } from '@lectern/gateway/test-support/devices.ts'
import { startGateway } from '@lectern/gateway/test-support/gateway.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { backUp } from './back-up.ts'
import { listBackups, objectsOf, readManifest } from './manifest.ts'
import { backupEnv, openTestBackups, restoreInto, storesOf } from './test-support/backups.ts'

const SCRIPT = fileURLToPath(new URL('./test-support/killed-main.ts', import.meta.url))

const parts = duringTests(startOwnParts)
const target = duringTests(startOwnParts)
const gateway = duringTests(() => startGateway(parts))
const { signUp } = devicesOf(gateway)

/** @returns whether it ended by itself */
const run = async (env: Record<string, string>, killAt: number, ...args: string[]): Promise<boolean> => {
  const child = spawn(process.execPath, [SCRIPT, ...args], {
    env: { ...process.env, ...env, KILL_AT: String(killAt) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [status, signal] = await once(child, 'exit')
  expect([status, signal]).toEqual(signal === null ? [0, null] : [null, 'SIGKILL'])
  return signal === null
}

/** Steps at which it ends: all would take minutes. */
const STEPS = [1, 2, 4, 9, 17, 33, 60]

/** Kills it at each of these steps, until it ends by itself. @param after looks at what a killed one left */
const killAtEach = async (
  env: Record<string, string>,
  args: readonly string[],
  after: (killedAt: number) => Promise<void>,
): Promise<number[]> => {
  const killed: number[] = []
  for (const at of STEPS) {
    if (await run(env, at, ...args)) return killed
    killed.push(at)
    await after(at)
  }
  throw new Error('It takes more steps')
}

it('a backup and a restore that are killed at any step are begun again, and nothing half is taken for whole', async () => {
  const account = await signUp()
  const save = async (n: number) => {
    const body = { url: `https://kept.example/${n}`, title: `Page ${n}` }
    expect((await gateway.ask({ method: 'POST', path: '/api/links', body }, account.cookies)).status).toBe(
      201,
    )
  }
  await save(1)
  const env = backupEnv(parts)
  const backups = await openTestBackups(env)
  try {
    const killed = await killAtEach(env, ['take'], async () => {
      // One whose manifest is written is whole.
      for (const name of await listBackups(backups.place))
        for (const object of objectsOf(await readManifest(backups.place, name)))
          await backups.objects.get(object)
    })
    expect(killed.length).toBeGreaterThan(2)
    await save(2)
    const { name } = await backUp(backups)

    const settings = { ...env, ...storesOf(target) }
    const pool = connectPostgres({ url: target.databaseUrl, name: 'test', max: 1 })
    const restored = await killAtEach(settings, ['restore', name], async at => {
      const { rows } = await pool.query(`SELECT to_regclass('restoring.backup') IS NOT NULL AS half`)
      // The manifest is read before anything is begun.
      expect(rows).toEqual([{ half: at > 1 }])
    })
    await pool.end()
    expect(restored.length).toBeGreaterThan(2)
    await expect(restoreInto(target, env, name)).rejects.toThrow('There is data already')
  } finally {
    await backups.close()
  }

  const restored = await startGateway(target)
  try {
    const body = { email: account.email, password: PASSWORD }
    const { cookies } = await restored.ask({ method: 'POST', path: '/api/login', body })
    const list = await restored.ask({ method: 'GET', path: '/api/links' }, cookies)
    expect(JSON.parse(list.text).links).toMatchObject([{ title: 'Page 2' }, { title: 'Page 1' }])
  } finally {
    await restored.stop()
  }
}, 300_000)
