import { randomUUID } from 'node:crypto'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { freePort } from '@lectern/stack/ports.ts'
import { answersOk, until } from '@lectern/stack/probes.ts'
import { aLibrary } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { whileLeading } from './lead.ts'
import { findSchema } from './schemas.ts'

const parts = duringTests(startOwnParts)
const tools = duringTests(async () => {
  const pool = connectPostgres({ url: parts.databaseUrl, name: 'test', max: 2 })
  const store = connectEventStore({ url: parts.eventStoreUrl, connectionName: parts.eventStoreSecret })
  return { pool, store, stop: () => Promise.all([pool.end(), store.close()]).then(() => {}) }
})

/** A process that would lead. */
const start = () => {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const state = { leads: false, waits: false, ends: 0 }
  const leading = whileLeading(
    {
      databaseUrl: parts.databaseUrl,
      log: createLog('projectors', 'silent'),
      signal: stop.signal,
      onChange: now => {
        state.leads = now === 'leads'
        state.waits ||= now === 'waits'
      },
    },
    async signal => {
      await new Promise(resolve => signal.addEventListener('abort', resolve))
      state.ends += 1
    },
  )
  return { state, stop: () => stop.abort(), leading }
}

const cutLeaders = () =>
  tools.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'projectors-lead' AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')`,
  )

describe('of two processes', () => {
  it('one leads, and the other takes over when the first ends', async () => {
    const first = start()
    await until('The first leads', () => first.state.leads)
    const second = start()
    await until('The second waits', () => second.state.waits)
    first.stop()
    await first.leading
    await until('The second leads', () => second.state.leads)
    expect(first.state).toEqual({ leads: false, waits: false, ends: 1 })
    second.stop()
    await second.leading
  })

  it('the leader stops its work when its connection is cut, and one of both leads then', async () => {
    const both = [start(), start()]
    await until('One leads', () => both.some(({ state }) => state.leads))
    await cutLeaders()
    await until('The work ends', () => both.some(({ state }) => state.ends === 1))
    await until('One leads again', () => both.some(({ state }) => state.leads))
    expect(both.filter(({ state }) => state.leads)).toHaveLength(1)
    for (const each of both) each.stop()
    await Promise.all(both.map(({ leading }) => leading))
    expect(both.map(({ state }) => state.leads)).toEqual([false, false])
  })
})

it('what the work throws is thrown, and the lead is free', async () => {
  const signal = new AbortController().signal
  const quiet = { databaseUrl: parts.databaseUrl, log: createLog('projectors', 'silent'), onChange: () => {} }
  const failing = whileLeading({ ...quiet, signal }, () => Promise.reject(new Error('a fault')))
  await expect(failing).rejects.toThrow('a fault')
  const next = start()
  await until('The next leads', () => next.state.leads)
  next.stop()
  await next.leading
})

it('projectors take over from a leader that was killed or stands still, and write each row once', async () => {
  const ports = await Promise.all([freePort(), freePort()])
  const children = ports.map(port => parts.run('projectors', { INTERNAL_PORT: String(port) }))
  const metric = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const leads = async (port: number) => /^lectern_projectors_leads\S* 1$/m.test(await metric(port))
  for (const port of ports) await until('Both are ready', () => answersOk(port, '/readyz'))
  const leader = async () => {
    const all = await Promise.all(ports.map(port => leads(port).catch(() => false)))
    return all.indexOf(true)
  }
  await until('One leads', async () => (await leader()) >= 0)
  const first = await leader()
  const second = 1 - first

  const library = aLibrary()
  const shown = async () => {
    const schema = (await findSchema(tools.pool, 'current'))?.schema
    const { rows } = await tools.pool.query<{ id: number }>(
      `SELECT id FROM ${schema}.links WHERE library_id = $1 ORDER BY id`,
      [library.id],
    )
    return rows.map(({ id }) => id)
  }
  await until('The read models serve', async () => (await findSchema(tools.pool, 'current')) !== undefined)
  const record = (event: LibraryEvent) =>
    tools.store.append(library.stream, 'any', [{ id: randomUUID(), metadata: {}, ...event }])
  const save = async (id: number) => {
    await record(library.saved(id))
    await until(`Link ${id} is shown`, async () => (await shown()).includes(id))
  }
  await record(library.opened())
  await save(1)

  children[first]?.kill('SIGSTOP')
  await save(2)
  expect(await leads(ports[second] as number)).toBe(true)
  children[first]?.kill('SIGCONT')
  await until('The former leader waits', async () => !(await leads(ports[first] as number)))
  await save(3)
  children[second]?.kill('SIGKILL')
  await save(4)
  expect(await shown()).toEqual([1, 2, 3, 4])
  const counted = await tools.pool.query(
    `SELECT active FROM ${(await findSchema(tools.pool, 'current'))?.schema}.libraries WHERE library_id = $1`,
    [library.id],
  )
  expect(counted.rows).toEqual([{ active: 4 }])
})
