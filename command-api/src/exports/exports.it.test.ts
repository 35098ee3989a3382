import { randomUUID } from 'node:crypto'
import { EXPORT_MAX, EXPORTS_BYTES_MAX } from '@lectern/contracts/exports.ts'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { createDatabase } from '@lectern/stack/test-support/parts.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrateCommandApi } from '../service.ts'
import { type Exports, exportsIn } from './exports.ts'

let pool: Pool
let exports: Exports
beforeAll(async () => {
  pool = connectPostgres({ url: await createDatabase(), name: 'test', max: 2 })
  await migrateCommandApi(pool)
  exports = exportsIn(pool, { isLow: () => false })
})
afterAll(() => pool.end())
beforeEach(() => pool.query('TRUNCATE exports.requests CASCADE'))

const ask = async (libraryId: string) => {
  const id = randomUUID()
  await exports.ask({
    ...{ id, hash: 'a', userId: randomUUID(), libraryId, format: 'zip', kind: 'all' },
    ...{ linkIds: null, collectionId: null, name: null, withPrivateNotes: true },
    ...{ fileName: 'a.zip', position: undefined, forDevice: false },
  })
  return id
}
/** An export of `size` bytes, still being made unless it has ended. */
const made = async (libraryId: string, size: number, isEnded = true) => {
  const id = await ask(libraryId)
  await pool.query(
    `UPDATE exports.requests SET size = $2, ended_at = CASE WHEN $3 THEN now() END WHERE id = $1`,
    [id, size, isEnded],
  )
  return id
}
const kept = async (): Promise<string[]> =>
  (await pool.query<{ id: string }>('SELECT id FROM exports.requests ORDER BY requested_at')).rows.map(
    ({ id }) => id,
  )
const HALF = EXPORT_MAX / 2

test('the oldest exports of a library make room for a sixth one', async () => {
  const library = randomUUID()
  const ids = []
  for (let n = 0; n < 6; n += 1) ids.push(await made(library, 1))
  expect(await kept()).toEqual(ids.slice(1))
})

test('the oldest exports of a library make room for a file of the largest size', async () => {
  const library = randomUUID()
  const [, second, third] = [
    await made(library, HALF + 1),
    await made(library, HALF),
    await made(library, HALF),
  ]
  expect(await kept()).toEqual([second, third])
  const running = await ask(library)
  expect(await kept()).toEqual([second, third, running])
  await expect(ask(library)).rejects.toMatchObject({ code: 'export-running' })
})

test('where all have too many bytes, the exports of the library that has most make room', async () => {
  const [small, large, next] = [randomUUID(), randomUUID(), randomUUID()]
  const mine = await made(small, HALF)
  const [old, recent] = [await made(large, HALF), await made(large, HALF)]
  const running = await made(randomUUID(), EXPORTS_BYTES_MAX - 2 * HALF, false)
  expect(await kept()).toEqual([mine, old, recent, running])
  const asked = await ask(next)
  expect(await kept()).toEqual([mine, recent, running, asked])
})

test('an export is refused where others that are being made fill the room, and nothing goes for it', async () => {
  const library = randomUUID()
  const mine = await made(library, 1)
  const running = await made(randomUUID(), EXPORTS_BYTES_MAX + 1, false)
  await expect(ask(library)).rejects.toMatchObject({ code: 'exports-full', status: 503 })
  expect(await kept()).toEqual([mine, running])
})
