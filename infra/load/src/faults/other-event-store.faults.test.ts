import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@lectern/stack/ports.ts'
import { accepts, until } from '@lectern/stack/probes.ts'
import { eventStoreUrl, main } from '@lectern/stack/services.ts'
import { createDatabase } from '@lectern/stack/test-support/parts.ts'
import { expect, inject, test, vi } from 'vitest'
import { seeded } from '../random.ts'
import { runCampaign } from './campaign.ts'

/** An event store outside the stack. It is started again whenever it ends, as the operator's supervisor would do. */
const superviseEventStore = async () => {
  const [databaseUrl, port] = [await createDatabase(), await freePort()]
  const pidFile = join(inject('testRun').folder, `event-store-${port}.pid`)
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    EVENT_STORE_SECRET: 'open sesame',
    EXIT_WITH_STDIN: 'true',
  }
  let child: ChildProcess
  let starts = 0
  const start = () => {
    starts += 1
    child = spawn(process.execPath, [main('event-store')], { env, stdio: ['pipe', 'ignore', 'inherit'] })
    writeFileSync(pidFile, String(child.pid))
    child.once('exit', start)
  }
  start()
  await until('The event store', () => accepts(port))
  return {
    url: eventStoreUrl(port),
    secret: env.EVENT_STORE_SECRET,
    pidFile,
    starts: () => starts,
    stop: () => {
      child.off('exit', start)
      child.kill()
    },
  }
}

test('nothing acknowledged is lost on an event store that is not the stack’s own', async () => {
  const said: string[] = []
  const store = await superviseEventStore()
  vi.stubEnv('EVENT_STORE_URL', store.url)
  vi.stubEnv('EVENT_STORE_SECRET', store.secret)
  try {
    const violations = await runCampaign({
      random: seeded(1),
      kills: ['event-store', 'projectors'],
      commands: { 'event-store': `kill -9 $(cat ${store.pidFile})` },
      stopSeconds: 0,
      users: 2,
      between: 0.5,
      say: line => said.push(line),
    })
    expect(violations, said.join('\n')).toEqual([])
  } finally {
    vi.unstubAllEnvs()
    store.stop()
  }
  expect(store.starts()).toBe(2)
})
