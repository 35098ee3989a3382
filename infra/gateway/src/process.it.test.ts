import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { linkTo, newKey, startCommandApi, stateOf } from '@lectern/command-api/test-support/api.ts'
import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { freePort } from '@lectern/stack/ports.ts'
import { answersOk, until } from '@lectern/stack/probes.ts'
import { main } from '@lectern/stack/services.ts'
import { spawnInRun } from '@lectern/stack/test-run.ts'
import { clientOf } from '@lectern/stack/test-support/client.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { expect, inject, it } from 'vitest'

const parts = duringTests(startOwnParts)
/** Another process on the same streams, to observe the gateway. */
const api = duringTests(() => startCommandApi(parts))

const start = async (port: number, more: Record<string, string> = {}): Promise<ChildProcess> => {
  const settings = { PORT: String(port), STORAGE_DIRS: parts.dataDir, RATE_LIMITS: 'off', ...more }
  const child = parts.run('gateway', settings)
  await until('The gateway', () => answersOk(port, '/livez'))
  return child
}

/** A person who saves links through the gateway. */
const personAt = async (port: number) => {
  const ask = clientOf(`http://127.0.0.1:${port}`)
  const name = `p${randomUUID().slice(0, 12)}`
  const account = { email: `${name}@example.com`, username: name, password: 'a good password' }
  expect((await ask('POST', '/api/signup', account)).status).toBe(201)
  const find = 'SELECT library_id AS "libraryId" FROM identity.users WHERE username = $1'
  const { rows } = await api.pool.query<{ libraryId: string }>(find, [name])
  const save = (path: string | number, key: string) =>
    ask('POST', '/api/links', linkTo(path), { 'idempotency-key': key }).then(
      ({ status }) => status,
      () => 'lost',
    )
  return { save, library: () => stateOf(api, rows[0] ?? { libraryId: '' }) }
}

/** Read models, which projectors would make. */
const makeReadModels = async () => {
  const schema = `read_v${READ_VERSION}`
  const url = parts.env('projectors').DATABASE_URL ?? ''
  const pool = connectPostgres({ url, name: 'projectors', max: 1 })
  await pool.query(`
    CREATE TABLE projections.read_schemas (schema text, version int, state text);
    CREATE SCHEMA ${schema} CREATE TABLE checkpoints (lane text, store_id text, position text)
      CREATE TABLE parked_streams (stream text);
    GRANT USAGE ON SCHEMA projections, ${schema} TO PUBLIC;
    GRANT SELECT ON projections.read_schemas, ${schema}.checkpoints, ${schema}.parked_streams TO PUBLIC;
    INSERT INTO ${schema}.checkpoints VALUES ('0', '${api.storeId}', '0/0');
    INSERT INTO projections.read_schemas VALUES ('${schema}', ${READ_VERSION}, 'current')`)
  return {
    setVersion: (version: number) =>
      pool.query('UPDATE projections.read_schemas SET version = $1', [version]),
    reach: (position: string) => pool.query(`UPDATE ${schema}.checkpoints SET position = $1`, [position]),
    remove: async () => {
      await pool.query(`DROP TABLE projections.read_schemas; DROP SCHEMA ${schema} CASCADE`)
      await pool.end()
    },
  }
}

it('a gateway that is asked to end serves on while a balancer leaves it, and no request fails', async () => {
  const port = await freePort()
  const readModels = await makeReadModels()
  const child = await start(port, { DRAIN_SECONDS: '2' })
  const { save } = await personAt(port)
  const isReady = () => answersOk(port, '/readyz')
  await expect.poll(isReady, { timeout: 10_000 }).toBe(true)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await expect.poll(isReady, { timeout: 2_000, interval: 20 }).toBe(false)
  // A balancer that asks every 500 ms leaves it by then.
  const leaves = Date.now() + 1_000
  const answers = new Set<unknown>()
  for (let n = 0; Date.now() < leaves; n += 1) answers.add(await save(n, newKey()))
  expect([...answers]).toEqual([201])
  expect((await ended)[0]).toBe(0)
  await readModels.remove()
})

it('the gateway takes no command and is not ready while the event store is behind the read models', async () => {
  const port = await freePort()
  const readModels = await makeReadModels()
  const child = await start(port)
  const { save } = await personAt(port)
  const isReady = () => answersOk(port, '/readyz')
  await expect.poll(isReady, { timeout: 10_000 }).toBe(true)
  expect(await save(1, newKey())).toBe(201)
  await readModels.reach('999999999999/999999999999')
  await expect.poll(isReady, { timeout: 10_000 }).toBe(false)
  expect(await save(2, newKey())).toBe(503)
  await readModels.reach('0/0')
  await expect.poll(isReady, { timeout: 10_000 }).toBe(true)
  expect(await save(2, newKey())).toBe(201)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect((await ended)[0]).toBe(0)
  await readModels.remove()
})

it('repeated commands have one effect each after the gateway was killed while it saved', async () => {
  const port = await freePort()
  const first = await start(port)
  const { save, library } = await personAt(port)
  const keys = Array.from({ length: 40 }, newKey)
  const saveAll = () => Promise.all(keys.map((key, n) => save(n, key)))
  const lost = saveAll()
  await expect.poll(async () => (await library()).links.size).toBeGreaterThan(0)
  const ended = once(first, 'exit')
  first.kill('SIGKILL')
  await ended
  await lost

  await start(port)
  expect(await saveAll()).toEqual(keys.map(() => 201))
  expect((await library()).nextLinkId).toBe(keys.length + 1)
})

/** A gateway whose words are kept. */
const startHeard = (env: Record<string, string> = {}) => {
  const child = spawnInRun(inject('testRun').folder, process.execPath, [main('gateway')], {
    env: { ...process.env, ...parts.env('gateway'), EXIT_WITH_STDIN: 'true', ...env },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr?.on('data', bytes => {
    said += bytes
  })
  return { child, said: () => said, ended: once(child, 'close').then(([status]) => status) }
}

it('the gateway waits for a Postgres that is not there yet, and then serves', async () => {
  const [port, internalPort, postgresPort] = [await freePort(), await freePort(), await freePort()]
  const real = new URL(parts.env('gateway').DATABASE_URL ?? '')
  const { href } = Object.assign(new URL(real), { port: postgresPort })
  const { child, said, ended } = startHeard({
    ...{ PORT: String(port), INTERNAL_PORT: String(internalPort), DATABASE_URL: href, LOG_LEVEL: 'warn' },
    STORAGE_DIRS: parts.dataDir,
  })
  await expect.poll(said, { timeout: 20_000 }).toContain('waiting for Postgres and the event store')
  expect(await answersOk(internalPort, '/livez')).toBe(true)
  expect(await answersOk(internalPort, '/readyz')).toBe(false)

  const relay = createServer(socket => {
    const onward = connect(Number(real.port), real.hostname)
    socket.pipe(onward).pipe(socket)
    for (const each of [socket, onward]) each.on('error', () => {})
  }).listen(postgresPort, '127.0.0.1')
  try {
    await until('The gateway', () => answersOk(port, '/livez'))
    const { save } = await personAt(port)
    expect(await save(1, newKey())).toBe(201)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  } finally {
    child.kill('SIGKILL')
    relay.close()
  }
})

it('the gateway ends at once, and says why, where Postgres refuses its password', async () => {
  const url = new URL(parts.env('gateway').DATABASE_URL ?? '')
  url.password = 'hidden'
  const { said, ended } = startHeard({ DATABASE_URL: url.href })
  expect(await ended).toBe(78)
  expect(said()).toMatch(
    /^gateway: DATABASE_URL: Postgres refuses it: password authentication failed for user /m,
  )
  expect(said()).not.toContain('hidden')
})

it('the gateway refuses read models of a newer version, and writes nothing', async () => {
  const readModels = await makeReadModels()
  await readModels.setVersion(READ_VERSION + 1)
  const { said, ended } = startHeard()
  expect(await ended).toBe(78)
  await readModels.remove()
  expect(said()).toMatch(/^gateway: The read models were written by a newer Lectern .* start that version/m)
})
