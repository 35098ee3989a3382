import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const run = (script: string, args: readonly string[], env: NodeJS.ProcessEnv) => {
  const { PATH } = process.env
  const file = fileURLToPath(new URL(script, import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [file, ...args], { env: { PATH, ...env } })
  return { status, says: stderr.toString() }
}
const SECRET = { INTERNAL_SECRET_FILE: '/none/internal' }
const CANNOT = 'INTERNAL_SECRET_FILE: /none/internal cannot be read (ENOENT).\n'
const NOT_SET = /^\w+: Configuration: .*NATS_URL is not set: it must be like nats:\S+.*\n$/

it('each service refuses a file that cannot be read, and settings that are missing, in one line', () => {
  for (const service of ['gateway', 'workers']) {
    expect(run('run-service.ts', [service], SECRET)).toEqual({ status: 1, says: CANNOT })
    const { status, says } = run('run-service.ts', [service], { DATABASE_URL: 'postgres://u@127.0.0.1:1/x' })
    expect(status).toBe(78)
    expect(says).toMatch(NOT_SET)
  }
  expect(run('run-service.ts', ['none'], {}).says).toMatch(/^Name one of .*gateway\.\n$/)
})

it.each<[NodeJS.ProcessEnv, RegExp]>([
  [SECRET, /INTERNAL_SECRET_FILE: .* cannot be read/],
  [{}, /DATABASE_URL is not set: it must be like postgres:/],
  [{ DATABASE_URL: 'http://u:hidden@host' }, /DATABASE_URL: must be like postgres:/],
  [
    { DATABASE_URL: 'postgres://u@h/x', GATEWAY_PASSWORD_FILE: '/none' },
    /GATEWAY_PASSWORD_FILE: \/none cannot/,
  ],
  [{ DATABASE_URL: 'postgres://u@127.0.0.1:1/x', DATABASE_PASSWORD: 'hidden' }, /ECONNREFUSED/],
])('prepare-database.ts refuses %o in one line', (env, reason) => {
  const { status, says } = run('prepare-database.ts', [], env)
  expect([status, says.split('\n').length]).toEqual([1, 2])
  expect(says).toMatch(/^The database cannot be prepared: /)
  expect(says).toMatch(reason)
  expect(says).not.toContain('hidden')
})
