import { importWork, pageWork, workKinds } from '@lectern/contracts/work.ts'
import { createDatabase } from '@lectern/stack/test-support/parts.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrate } from '../postgres/migrate.ts'
import { connectPostgres, type Pool } from '../postgres/postgres.ts'
import { inTraces } from '../process/tracing.ts'
import { addWork } from './add-work.ts'
import { workHealth } from './work-health.ts'

const dir = new URL('../../../../projectors/migrations/control', import.meta.url).pathname
const libraryId = '01920000-0000-7000-8000-000000000001'
let pool: Pool

beforeAll(async () => {
  pool = connectPostgres({ url: await createDatabase(), name: 'test', max: 1 })
  await migrate(pool, { schema: 'projections', dir })
})
afterAll(() => pool.end())
beforeEach(() => pool.query('TRUNCATE projections.work; UPDATE projections.work_done SET at = now()'))

const page = (requestId: string) => ({
  articleId: 'a',
  url: 'https://a.example/',
  requestId,
  askedBy: libraryId,
})
const pass = (interval: string) =>
  pool.query(
    `UPDATE projections.work SET since = since - '${interval}'::interval;
     UPDATE projections.work_done SET at = at - '${interval}'::interval`,
  )
const stalled = async () =>
  (await workHealth(pool)).kinds.filter(({ isStalled }) => isStalled).map(({ kind }) => kind)

test('nothing waits', async () => {
  const none = { unfinished: 0, oldestSeconds: 0, isStalled: false }
  await pass('1 day')
  expect(await workHealth(pool)).toEqual({
    kinds: Object.values(workKinds).map(kind => ({ kind, ...none })),
    dead: 0,
  })
})

test('work is added once, and counted by kind until it is done; failures are counted apart', async () => {
  for (let n = 0; n < 2; n += 1) await addWork(pool, [pageWork(workKinds.saved, page('1'))])
  await addWork(pool, [pageWork(workKinds.saved, page('2'))], { failure: 'it broke' })
  const { kinds, dead } = await workHealth(pool)
  expect(kinds.map(({ unfinished }) => unfinished)).toEqual([1, 0, 0, 0, 0, 0])
  expect(dead).toBe(1)
})

test('a row has the trace of what asked for it, and another trace alone renews no row', async () => {
  const [one, other] = ['a', 'b'].map(digit => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`)
  const add = (trace: string | undefined, of: object = {}) =>
    inTraces([trace], () =>
      addWork(pool, [{ ...pageWork(workKinds.saved, page('1')), ...of }], { renews: true }),
    )
  const look = async () => (await pool.query('SELECT job, failures FROM projections.work')).rows
  await add(one)
  await pool.query('UPDATE projections.work SET failures = 2')
  await add(other)
  expect(await look()).toEqual([{ job: { ...page('1'), traceparent: one }, failures: 2 }])
  await add(one, { job: { ...page('1'), retries: true }, traceparent: other })
  expect(await look()).toEqual([{ job: { ...page('1'), retries: true, traceparent: other }, failures: 0 }])
})

test('a kind is stalled while its work waits and none was done for a minute, or for an hour', async () => {
  const importId = '01920000-0000-7000-8000-000000000002'
  await addWork(pool, [
    ...[pageWork(workKinds.saved, page('1')), pageWork(workKinds.imported, page('1'))],
    importWork({ libraryId, importId }),
  ])
  await pass('59 seconds')
  expect(await stalled()).toEqual([])
  await pass('2 seconds')
  expect(await stalled()).toEqual(['extract-interactive'])
  await pass('1 hour')
  expect(await stalled()).toEqual(['extract-interactive', 'extract-bulk', 'import-file'])
  await pool.query('UPDATE projections.work_done SET at = now()')
  expect(await stalled()).toEqual([])
})

test('an address with what JSON of Postgres cannot hold is kept as it is', async () => {
  const url = 'https://a.example/\u0000\ud800'
  await addWork(pool, [pageWork(workKinds.saved, { ...page('1'), url })])
  const { rows } = await pool.query('SELECT job FROM projections.work')
  expect(rows[0].job.url).toBe(url)
})
