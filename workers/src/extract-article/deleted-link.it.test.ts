import { laneOf } from '@lectern/contracts/read-model/lanes.ts'
import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import { migrate } from '@lectern/platform/postgres/migrate.ts'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { createDatabase } from '@lectern/stack/test-support/parts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDeleted } from './deleted-link.ts'

const libraryId = '018f0000-0000-7000-8000-000000000001'
const link = (linkId: number, position: string) => ({ libraryId, linkId, position })
let pool: Pool

beforeAll(async () => {
  pool = connectPostgres({ url: await createDatabase(), name: 'test', max: 1 })
})
afterAll(() => pool.end())

test('without a read model no link counts as deleted', async () => {
  expect(await isDeleted(pool, link(1, '1/1'))).toBe(false)
})

test('a link is deleted when its lane has passed its save and has no row', async () => {
  const migrations = (path: string) =>
    new URL(`../../../projectors/migrations/${path}`, import.meta.url).pathname
  await migrate(pool, { schema: 'projections', dir: migrations('control') })
  await migrate(pool, { schema: 'read_v1', dir: migrations('read') })
  await pool.query(
    `INSERT INTO projections.read_schemas (schema, version, state) VALUES ('read_v1', $1, 'current')`,
    [READ_VERSION],
  )
  await pool.query(
    `INSERT INTO read_v1.checkpoints (lane, store_id, position) VALUES ($1, gen_random_uuid(), '100/100')`,
    [laneOf(libraryId)],
  )
  await pool.query(
    `INSERT INTO read_v1.links (library_id, id, created_at, is_favorite, is_archived, article_id, url, title, tags)
     VALUES ($1, 1, now(), false, false, '', '', '', '{}')`,
    [libraryId],
  )
  expect(await isDeleted(pool, link(1, '50/50'))).toBe(false)
  expect(await isDeleted(pool, link(2, '100/100'))).toBe(true)
  // The lane has not reached the save yet.
  expect(await isDeleted(pool, link(2, '101/101'))).toBe(false)
})
