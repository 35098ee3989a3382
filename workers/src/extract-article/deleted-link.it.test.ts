import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { createDatabase } from '@lectern/stack/test-support/parts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLink, addReadModel } from '../test-support/read-model.ts'
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
  await addReadModel(pool, '100/100')
  await addLink(pool, libraryId, 1, 'https://example.com/')
  expect(await isDeleted(pool, link(1, '50/50'))).toBe(false)
  expect(await isDeleted(pool, link(2, '100/100'))).toBe(true)
  // The lane has not reached the save yet.
  expect(await isDeleted(pool, link(2, '101/101'))).toBe(false)
})
