import { importWork, workKinds } from '@lectern/contracts/work.ts'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { addWork } from '@lectern/platform/work/add-work.ts'
import { RetryLater } from '@lectern/platform/work/retry-later.ts'
import { createDatabase } from '@lectern/stack/test-support/parts.ts'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { addControl } from '../test-support/read-model.ts'
import { hangBell } from './bell.ts'
import { doWork } from './do-work.ts'
import { type Taken, type WorkTable, workTable } from './work-table.ts'

const log = pino({ level: 'silent' })
let url: string
let pool: Pool
let table: WorkTable

beforeAll(async () => {
  url = await createDatabase()
  pool = connectPostgres({ url, name: 'test', max: 2 })
  await addControl(pool)
  table = workTable(url)
})
afterAll(() => Promise.all([table.end(), pool.end()]))
beforeEach(() => pool.query('TRUNCATE projections.work'))

const add = (...importIds: string[]) =>
  addWork(
    pool,
    importIds.map(importId => importWork({ libraryId: importId, importId })),
  )
const rows = async () =>
  (
    await pool.query(
      'SELECT key, failures, reason, due_at <= now() AS "isDue" FROM projections.work ORDER BY key',
    )
  ).rows
/** Works until the returned function is called, which resolves when all is settled. */
const start = (work: (taken: Taken) => Promise<void>, end = new AbortController(), from = table) => {
  const { signal } = end
  // Work that a failed test left would keep its connections, and the file with them.
  onTestFinished(() => end.abort())
  const wanted = () => [{ kind: workKinds.file, atMost: 4, ofLibrary: 4, inWork: new Map() }]
  const working = doWork({
    ...{ table: from, bell: hangBell(url, signal), kinds: [workKinds.file], log, signal, wanted, work },
  })
  return async () => {
    end.abort()
    await working
  }
}

test('work is taken at once when it is added, and its row goes when it is done', async () => {
  const done: string[] = []
  const stop = start(async ({ key }) => void done.push(key))
  const listening = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`
  await expect.poll(async () => (await pool.query(listening)).rowCount).toBe(1)
  await add('a')
  await expect.poll(rows).toEqual([])
  await add('a', 'b')
  await expect.poll(rows).toEqual([])
  expect(done.toSorted()).toEqual(['a', 'a', 'b'])
  await stop()
})

test('a row whose worker died comes again, and one that is in work does not', async () => {
  await add('a')
  const [dead] = await table.take({ kind: workKinds.file, atMost: 1, ofLibrary: 1, inWork: new Map() })
  expect(dead?.key).toBe('a')
  let times = 0
  const ended = Promise.withResolvers<void>()
  const stop = start(() => {
    times += 1
    return ended.promise
  })
  await pool.query(`UPDATE projections.work SET due_at = due_at - interval '20 seconds'`)
  await expect.poll(() => times, { timeout: 5_000 }).toBe(1)
  // Another worker finds nothing while this one renews its lease.
  await pool.query(`UPDATE projections.work SET due_at = now() + interval '6 seconds'`)
  const lease = async () =>
    (await pool.query(`SELECT extract(epoch FROM due_at - now())::float8 AS s FROM projections.work`)).rows[0]
      .s
  await expect.poll(lease, { timeout: 10_000 }).toBeGreaterThan(10)
  expect(times).toBe(1)
  ended.resolve()
  await stop()
})

test('two workers share rows, do each once, and one takes those of the other that died', async () => {
  const keys = Array.from({ length: 40 }, (_, n) => `row ${n}`)
  const other = workTable(url)
  onTestFinished(() => other.end())
  const done: Record<'first' | 'second', string[]> = { first: [], second: [] }
  await add('of the dead', ...keys)
  // It dies with this row in hand.
  await pool.query(
    `UPDATE projections.work SET due_at = now() + interval '20 seconds' WHERE key = 'of the dead'`,
  )
  const take = (by: 'first' | 'second') => async (taken: Taken) => {
    done[by].push(taken.key)
    await pool.query('SELECT pg_sleep(0.005)')
  }
  const stops = [start(take('first')), start(take('second'), new AbortController(), other)]
  await expect.poll(rows, { timeout: 20_000 }).toMatchObject([{ key: 'of the dead', isDue: false }])
  expect([...done.first, ...done.second].toSorted()).toEqual(keys.toSorted())
  expect(done.first.length).toBeGreaterThan(0)
  expect(done.second.length).toBeGreaterThan(0)
  await pool.query(`UPDATE projections.work SET due_at = now()`)
  await expect.poll(rows, { timeout: 20_000 }).toEqual([])
  expect([...done.first, ...done.second].filter(key => key === 'of the dead')).toHaveLength(1)
  for (const stop of stops) await stop()
})

test('work that fails comes again and stays with its reason after five times; waiting is no failure', async () => {
  const times = { fails: 0, waits: 0 }
  const stop = start(async ({ key }) => {
    if (key === 'fails') {
      times.fails += 1
      throw new Error('it broke')
    }
    times.waits += 1
    if (times.waits < 8) throw new RetryLater(1, 'not yet')
  })
  await add('fails', 'waits')
  const look = async () => {
    await pool.query(
      `UPDATE projections.work SET due_at = now() WHERE failures BETWEEN 1 AND 4 AND due_at < now() + interval '10 s'`,
    )
    return rows()
  }
  await expect
    .poll(look, { timeout: 30_000 })
    .toEqual([{ key: 'fails', failures: 4, reason: 'it broke', isDue: expect.any(Boolean) }])
  expect(times).toEqual({ fails: 5, waits: 8 })
  await stop()
})

test('a worker that is asked to end gives back what it works on', async () => {
  await add('a')
  let signalled = () => {}
  const begun = Promise.withResolvers<void>()
  const stop = start(() => {
    begun.resolve()
    return new Promise((_, reject) => {
      signalled = () => reject(new Error('aborted'))
    })
  })
  await begun.promise
  expect(await rows()).toMatchObject([{ isDue: false }])
  const stopped = stop()
  signalled()
  await stopped
  expect(await rows()).toMatchObject([{ isDue: true, failures: 0 }])
})

test('a row that was being taken when the worker was asked to end is given back untouched', async () => {
  await add('a')
  const end = new AbortController()
  const ending: WorkTable = {
    ...table,
    take: async wanted => {
      const taken = await table.take(wanted)
      end.abort()
      return taken
    },
  }
  let times = 0
  const count = async () => {
    times += 1
  }
  const stop = start(count, end, ending)
  await expect.poll(() => end.signal.aborted).toBe(true)
  await stop()
  expect(times).toBe(0)
  expect(await rows()).toMatchObject([{ isDue: true, failures: 0 }])
})
