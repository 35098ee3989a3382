import { randomUUID } from 'node:crypto'
import { UPLOAD_MAX } from '@lectern/contracts/limits.ts'
import { UPLOAD_PIECE } from '@lectern/contracts/uploads.ts'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { createDatabase } from '@lectern/stack/test-support/parts.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrateCommandApi } from '../service.ts'
import { type Owner, type Uploads, uploadsIn } from './uploads.ts'

let pool: Pool
let uploads: Uploads
let owner: Owner

beforeAll(async () => {
  pool = connectPostgres({ url: await createDatabase(), name: 'test', max: 2 })
  await migrateCommandApi(pool)
  uploads = uploadsIn(pool, { isLow: () => false })
})
afterAll(() => pool.end())
beforeEach(async () => {
  await pool.query('TRUNCATE uploads.files CASCADE')
  owner = { userId: randomUUID(), libraryId: randomUUID() }
})

async function* bytes(...parts: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield Buffer.from(part)
}
const receive = (content: string, by = owner) => uploads.receive(by, 'export.csv', bytes(content))
const idsKept = async (): Promise<string[]> =>
  (await pool.query<{ id: string }>('SELECT id FROM uploads.files ORDER BY created_at')).rows.map(
    ({ id }) => id,
  )
const age = (id: string, interval: string) =>
  pool.query(`UPDATE uploads.files SET created_at = created_at - $2::interval WHERE id = $1`, [id, interval])

test('a file is kept in pieces of a mebibyte', async () => {
  const content = Buffer.alloc(2 * UPLOAD_PIECE + 5, 'abc')
  const { id, sha256 } = await uploads.receive(
    owner,
    'export.csv',
    bytes(content.subarray(0, 10), content.subarray(10)),
  )
  const { rows } = await pool.query('SELECT bytes FROM uploads.pieces WHERE upload_id = $1 ORDER BY n', [id])
  expect(rows.map(row => row.bytes.length)).toEqual([UPLOAD_PIECE, UPLOAD_PIECE, 5])
  expect(Buffer.concat(rows.map(row => row.bytes)).equals(content)).toBe(true)
  expect(await uploads.find(owner, id)).toEqual({ id, name: 'export.csv', sha256 })
})

test('nobody finds the file of another library', async () => {
  const { id } = await receive('mine')
  expect(await uploads.find({ ...owner, libraryId: randomUUID() }, id)).toBeUndefined()
})

test('the same file of a library is kept once', async () => {
  const [first, second] = [await receive('same'), await receive('same')]
  expect(second).toEqual(first)
  const other = await receive('same', { userId: randomUUID(), libraryId: randomUUID() })
  expect(other.id).not.toBe(first.id)
})

test('a fourth unconfirmed file drops the oldest, and confirmed ones stay', async () => {
  const confirmed = await receive('0')
  await uploads.confirm(confirmed.id)
  const [one, two, three] = [await receive('1'), await receive('2'), await receive('3')]
  expect(await idsKept()).toEqual([confirmed, one, two, three].map(({ id }) => id))
  const four = await receive('4')
  expect(await idsKept()).toEqual([confirmed, two, three, four].map(({ id }) => id))
})

test('files of import calls are not dropped for later ones, but bounded by their bytes', async () => {
  const wanted = await Promise.all(
    ['1', '2', '3', '4', '5'].map(text => uploads.receive(owner, 'export.csv', bytes(text), true)),
  )
  expect((await idsKept()).toSorted()).toEqual(wanted.map(({ id }) => id).toSorted())
  await pool.query('UPDATE uploads.files SET size = $1', [41 * 1_048_576])
  await expect(receive('6')).rejects.toMatchObject({ code: 'uploads-full' })
})

test('files beyond 200 MB of one person drop the oldest that no import uses', async () => {
  const used = await receive('used')
  await uploads.confirm(used.id)
  const old = await receive('old')
  await uploads.confirm(old.id)
  await uploads.end(old.id)
  const big = await receive('big')
  await pool.query('UPDATE uploads.files SET size = $2 WHERE id = $1', [big.id, 201 * 1_048_576])
  await age(old.id, '1 minute')
  await receive('next')
  expect(await idsKept()).toContain(used.id)
  expect(await idsKept()).not.toContain(old.id)
  expect(await idsKept()).not.toContain(big.id)
})

test('no file is taken when all have 5 GB', async () => {
  const { id } = await receive('large')
  await uploads.confirm(id)
  await pool.query('UPDATE uploads.files SET size = 6 * 1024 * 1048576::bigint')
  const stranger = { userId: randomUUID(), libraryId: randomUUID() }
  await expect(receive('small', stranger)).rejects.toMatchObject({ code: 'uploads-full', status: 503 })
})

test('files that no import needs any more go before a file is refused for want of room', async () => {
  const { id } = await receive('large')
  await uploads.confirm(id)
  await uploads.end(id)
  await pool.query('UPDATE uploads.files SET size = 6 * 1024 * 1048576::bigint')
  const stranger = { userId: randomUUID(), libraryId: randomUUID() }
  const kept = await receive('small', stranger)
  expect(await idsKept()).toEqual([kept.id])
})

test('a file that made room for a later one while it came is asked for again', async () => {
  const slow = async function* () {
    yield Buffer.alloc(UPLOAD_PIECE)
    await pool.query('DELETE FROM uploads.files')
    yield Buffer.alloc(UPLOAD_PIECE)
  }
  await expect(uploads.receive(owner, 'a', slow())).rejects.toMatchObject({ code: 'upload-again' })
})

test('an empty, too large or broken-off file leaves nothing behind', async () => {
  await expect(receive('')).rejects.toMatchObject({ message: 'No data to import', status: 400 })
  const large = async function* () {
    const piece = Buffer.alloc(8 * UPLOAD_PIECE)
    for (let sent = 0; sent <= UPLOAD_MAX; sent += piece.length) yield piece
  }
  await expect(uploads.receive(owner, 'a', large())).rejects.toMatchObject({ code: 'file-too-large' })
  const broken = async function* () {
    yield Buffer.from('some')
    throw new Error('aborted')
  }
  await expect(uploads.receive(owner, 'a', broken())).rejects.toThrow('aborted')
  expect(await idsKept()).toEqual([])
})

test('unconfirmed files go after an hour, others 30 days after the end of their import', async () => {
  const running = await receive('1')
  await uploads.confirm(running.id)
  const ended = await receive('2')
  await uploads.confirm(ended.id)
  await uploads.end(ended.id)
  const [fresh, old] = [await receive('3'), await receive('4')]
  for (const { id } of [old, running, ended]) await age(id, '2 hours')
  await uploads.clean()
  expect(await idsKept()).toEqual(expect.arrayContaining([fresh.id, running.id, ended.id]))
  expect(await idsKept()).not.toContain(old.id)
  await pool.query(`UPDATE uploads.files SET ended_at = ended_at - interval '31 days'`)
  await uploads.clean()
  expect(await idsKept()).not.toContain(ended.id)
})

test('a file whose import never ended goes 30 days after it was confirmed', async () => {
  const { id } = await receive('1')
  await uploads.confirm(id)
  await pool.query(`UPDATE uploads.files SET confirmed_at = confirmed_at - interval '31 days'`)
  await uploads.clean()
  expect(await idsKept()).toEqual([])
})

test('a file that waits for a payment is kept for some hours, and no longer than a day', async () => {
  const [kept, other] = [await receive('kept'), await receive('other')]
  await uploads.keep(owner, kept.id)
  for (const { id } of [kept, other]) await age(id, '5 hours')
  await uploads.clean()
  expect(await idsKept()).toEqual([kept.id])
  for (const text of ['1', '2', '3', '4']) await receive(text)
  expect(await idsKept()).toContain(kept.id)
  await age(kept.id, '20 hours')
  await uploads.keep(owner, kept.id)
  await uploads.clean()
  expect(await idsKept()).not.toContain(kept.id)
})

test('only the file of the own library is kept for a payment', async () => {
  const { id } = await receive('mine')
  const stranger = { userId: randomUUID(), libraryId: randomUUID() }
  for (const [by, given] of [
    [stranger, id],
    [owner, randomUUID()],
  ] as const)
    await expect(uploads.keep(by, given)).rejects.toMatchObject({ code: 'upload-again' })
})

test('a file that is gone is not confirmed', async () => {
  await expect(uploads.confirm(randomUUID())).rejects.toMatchObject({ code: 'upload-again' })
})

test('the file of a refused import is an unconfirmed one again', async () => {
  const { id } = await receive('1')
  await uploads.confirm(id)
  await uploads.release(id)
  await age(id, '2 hours')
  await uploads.clean()
  expect(await idsKept()).toEqual([])
})

test('the name of a file is plain text of a bounded length', async () => {
  const { name } = await uploads.receive(owner, `\u0000${'x'.repeat(300)}\n.csv`, bytes('a'))
  expect(name).toHaveLength(200)
  expect(name.endsWith('x.csv')).toBe(true)
})
