import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { natsServer, STOP_NATS } from './nats.ts'
import { freePort } from './ports.ts'
import { natsHasJetStream, until } from './probes.ts'
import { type RunningStack, startStack } from './start-stack.ts'
import { spawnInRun, stopChild } from './test-run.ts'
import { createDatabase, createDatabaseOf, startEventStore } from './test-support/parts.ts'

type Part = { readonly env: NodeJS.ProcessEnv; readonly stop: () => Promise<void> }

const database = async (): Promise<Part> => ({
  env: { DATABASE_URL: await createDatabase() },
  stop: async () => {},
})

const sharedDatabase = async (): Promise<Part> => ({
  env: { DATABASE_URL: await createDatabaseOf('') },
  stop: async () => {},
})

/** A NATS without passwords, as an operator may run. */
const nats = async (): Promise<Part> => {
  const port = await freePort()
  const { folder } = inject('testRun')
  const args = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', mkdtempSync(join(folder, 'nats-'))]
  const child = spawnInRun(folder, natsServer(), args, { stdio: 'ignore' })
  await until('nats-server', () => natsHasJetStream(port))
  return { env: { NATS_URL: `nats://127.0.0.1:${port}` }, stop: () => stopChild(child, STOP_NATS) }
}

const eventStore = async (): Promise<Part> => {
  const { url, secret, stop } = await startEventStore(await createDatabase())
  return { env: { EVENT_STORE_URL: url, EVENT_STORE_SECRET: secret }, stop }
}

/** Signs up, saves a link and waits until a worker has recorded that it cannot be read. This needs every part. */
const useAll = async ({ url }: RunningStack): Promise<void> => {
  const ask = async (path: string, body?: object, cookie = '') => {
    const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(`${url}${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    expect(answer.status, await answer.clone().text()).toBeLessThan(300)
    return answer
  }
  const person = { email: 'a@lectern.example', username: 'somebody', password: 'a passphrase that is long' }
  const signedUp = await ask('/api/signup', person)
  const cookie = signedUp.headers
    .getSetCookie()
    .map(line => line.split(';', 1)[0])
    .join('; ')
  await ask('/api/links', { url: 'http://127.0.0.1:1/private', title: 'Private' }, cookie)
  await until('The extraction', async () => {
    const { links } = (await (await ask('/api/links', undefined, cookie)).json()) as {
      links: { extraction: string }[]
    }
    return links[0]?.extraction === 'failed'
  })
}

it.each([
  ['postgres', database],
  ['postgres', sharedDatabase],
  ['nats', nats],
  ['event-store', eventStore],
])('serves with another %s in place of the embedded one', async (name, start) => {
  const part = await start()
  const stack = await startStack({ env: part.env })
  try {
    expect(Object.keys(stack.pids())).not.toContain(name)
    const isShared = start === sharedDatabase
    expect(stack.output.some(line => line.startsWith('All services share the user'))).toBe(isShared)
    await useAll(stack)
  } finally {
    await stack.stop()
    await part.stop()
  }
})
