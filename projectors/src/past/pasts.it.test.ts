import { PAST_KEPT_MS, pastSchema } from '@lectern/contracts/read-model/pasts.ts'
import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import { AT, aLibrary } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { beforeEach, expect, it } from 'vitest'
import { startProjections } from '../test-support/projections.ts'
import { preparePasts } from './keep.ts'

const parts = duringTests(startOwnParts)
const projections = duringTests(() => startProjections(parts))

const want = async (libraryId: string, at = AT, version = READ_VERSION): Promise<number> => {
  const { rows } = await projections.pool.query<{ n: number }>(
    'INSERT INTO projections.pasts (library_id, at, version) VALUES ($1, $2, $3) RETURNING n',
    [libraryId, at, version],
  )
  return rows[0]?.n ?? 0
}

const prepare = (
  changes: Partial<Parameters<typeof preparePasts>[0]> = {},
  signal = new AbortController().signal,
) => {
  const { store, log } = projections
  return preparePasts({ databaseUrl: parts.databaseUrl, store, log, signal, ...changes })
}

const pastOf = async (n: number) =>
  (await projections.pool.query('SELECT * FROM projections.pasts WHERE n = $1', [n])).rows[0]

const schemas = async (): Promise<string[]> =>
  (
    await projections.pool.query(
      `SELECT nspname FROM pg_namespace WHERE nspname LIKE 'read_v%\\_past\\_%' ORDER BY length(nspname), nspname`,
    )
  ).rows.map(row => row.nspname)

const linksIn = async (n: number): Promise<number[]> =>
  (await projections.pool.query(`SELECT id FROM ${pastSchema(n)}.links ORDER BY id`)).rows.map(row => row.id)

/** A library with an event a second: its opening, then these links. */
const aLibraryOf = async (count: number) => {
  const library = aLibrary()
  const at = (n: number) => new Date(Date.parse(AT) + n * 1_000).toISOString()
  const saved = Array.from({ length: count }, (_, i) => library.saved(i + 1, { at: at(i + 1) }))
  await projections.record(library.stream, [library.opened(), ...saved])
  return { ...library, at }
}

beforeEach(() => projections.pool.query('DELETE FROM projections.pasts'))

it('a past has the events up to the moment, and that of the moment itself', async () => {
  const library = await aLibraryOf(9)
  for (const [at, count] of [
    [library.at(4), 4],
    [new Date(Date.parse(library.at(4)) + 999).toISOString(), 4],
    [library.at(60), 9],
    [AT, 0],
  ] as const) {
    await projections.pool.query('DELETE FROM projections.pasts')
    const n = await want(library.id, at)
    await prepare()
    expect(await pastOf(n)).toMatchObject({ state: 'ready', folded: count + 1, total: count + 1 })
    expect(await linksIn(n)).toHaveLength(count)
  }
})

it('a past says when the library was opened if the moment is earlier', async () => {
  const library = await aLibraryOf(1)
  const n = await want(library.id, '2020-01-01T00:00:00.000Z')
  const nobodys = await want(aLibrary().id)
  await prepare()
  expect(await pastOf(n)).toMatchObject({ state: 'too-early', opened_at: new Date(AT) })
  expect(await pastOf(nobodys)).toMatchObject({ state: 'too-early', opened_at: null })
  expect(await schemas()).toEqual([])
})

it('a past has imported links and links that were deleted later, and no links of other libraries', async () => {
  const library = aLibrary()
  const later = (event: ReturnType<typeof library.deleted>, seconds: number) => {
    const at = new Date(Date.parse(AT) + seconds * 1_000).toISOString()
    return { ...event, data: { ...event.data, at } } as typeof event
  }
  const requested = {
    ...{ importId: library.id, uploadId: library.id, sha256: 'ab', source: 'pocket', fileName: 'links.csv' },
    ...{ requestedBy: library.id, expectedRows: 3, proceedWithFree: false, at: AT },
  }
  await projections.record(library.stream, [
    library.opened(),
    { type: 'ImportRequested', data: requested },
    later(library.imported([1, 2, 3]), 1),
  ])
  await projections.record(library.stream, [
    later(library.bulkDeleted([[1, 2]]), 2),
    later(library.deleted(3), 3),
  ])
  await aLibraryOf(2)
  for (const [seconds, links] of [
    [1, [1, 2, 3]],
    [2, [3]],
    [3, []],
  ] as const) {
    await projections.pool.query('DELETE FROM projections.pasts')
    const n = await want(library.id, new Date(Date.parse(AT) + seconds * 1_000).toISOString())
    await prepare()
    expect(await linksIn(n)).toEqual(links)
    const { rows } = await projections.pool.query(`SELECT * FROM ${pastSchema(n)}.libraries`)
    expect(rows).toMatchObject([{ library_id: library.id, active: links.length }])
  }
})

it('a past goes on where a process ended in the middle, and writes no event twice', async () => {
  const library = await aLibraryOf(1_700)
  const n = await want(library.id, library.at(9_999))
  const ended = new AbortController()
  const { store } = projections
  let read = 0
  // Ends after some batches, as a kill does: what was committed stays.
  const ending = {
    ...store,
    readStream: async function* (...of: Parameters<typeof store.readStream>) {
      for await (const event of store.readStream(...of)) {
        if (of[1]?.maxCount !== 1 && ++read > 1_200) ended.abort()
        yield event
      }
    },
  }
  await prepare({ store: ending }, ended.signal)
  const { state, folded } = await pastOf(n)
  expect(state).toBe('filling')
  expect(folded).toBeGreaterThan(0)
  expect(folded).toBeLessThan(1_701)
  expect((await linksIn(n)).length).toBe(folded - 1)

  await prepare()
  expect(await pastOf(n)).toMatchObject({ state: 'ready', folded: 1_701 })
  expect(await linksIn(n)).toHaveLength(1_700)
  const { rows } = await projections.pool.query(`SELECT count(*) FROM ${pastSchema(n)}.search`)
  expect(rows[0].count).toBe(1_700)
})

it('a past stops when another moment has taken its place', async () => {
  const library = await aLibraryOf(1_700)
  const first = await want(library.id, library.at(1_700))
  const { store, pool } = projections
  let second = 0
  const replacing = {
    ...store,
    readStream: async function* (...of: Parameters<typeof store.readStream>) {
      for await (const event of store.readStream(...of)) {
        if (event.revision === 1_200n && of[1]?.maxCount !== 1 && second === 0) {
          await pool.query('DELETE FROM projections.pasts WHERE n = $1', [first])
          second = await want(library.id, library.at(10))
        }
        yield event
      }
    },
  }
  await prepare({ store: replacing })
  expect(await pastOf(first)).toBeUndefined()
  expect(await linksIn(second)).toHaveLength(10)
  expect(await schemas()).toEqual([pastSchema(second)])
})

it('a past is kept an hour after it was last read', async () => {
  const [read, unread] = [await aLibraryOf(1), await aLibraryOf(1)]
  const [a, b] = [await want(read.id), await want(unread.id)]
  await prepare()
  expect(await schemas()).toEqual([pastSchema(a), pastSchema(b)])
  const in40Minutes = Date.now() + 40 * 60_000
  await projections.pool.query('UPDATE projections.pasts SET used_at = $2 WHERE n = $1', [
    a,
    new Date(in40Minutes),
  ])
  await prepare({ now: () => new Date(Date.now() + PAST_KEPT_MS - 60_000) })
  expect(await schemas()).toEqual([pastSchema(a), pastSchema(b)])
  await prepare({ now: () => new Date(Date.now() + PAST_KEPT_MS + 60_000) })
  expect(await schemas()).toEqual([pastSchema(a)])
  expect(await pastOf(b)).toBeUndefined()
  await prepare({ now: () => new Date(in40Minutes + PAST_KEPT_MS + 60_000) })
  expect(await schemas()).toEqual([])
})

it('a past that nobody waits for any more is not prepared, nor one of another version kept', async () => {
  const [left, older] = [await aLibraryOf(1), await aLibraryOf(1)]
  const n = await want(left.id)
  const old = await want(older.id, AT, READ_VERSION - 1)
  await prepare({ now: () => new Date(Date.now() + 120_000) })
  expect([await pastOf(n), await pastOf(old)]).toEqual([undefined, undefined])
  expect(await schemas()).toEqual([])
})

it('an event that cannot be read fails the past of its library alone', async () => {
  const [poisoned, other] = [await aLibraryOf(1), await aLibraryOf(1)]
  await projections.record(poisoned.stream, [
    { type: 'LinkSaved', data: { linkId: 'none', at: poisoned.at(2) } },
  ])
  const [failed, earlier] = [await want(poisoned.id, poisoned.at(5)), await want(other.id)]
  await prepare()
  expect(await pastOf(failed)).toMatchObject({ state: 'failed' })
  expect(await pastOf(earlier)).toMatchObject({ state: 'ready' })
  // Its events until then can be read.
  await projections.pool.query('DELETE FROM projections.pasts')
  const n = await want(poisoned.id, poisoned.at(1))
  await prepare()
  expect(await pastOf(n)).toMatchObject({ state: 'ready' })
})

it('a past goes with its library', async () => {
  const [closed, other] = [await aLibraryOf(1), await aLibraryOf(1)]
  await projections.project()
  const [gone, kept] = [await want(closed.id), await want(other.id)]
  await prepare()
  expect(await schemas()).toEqual([pastSchema(gone), pastSchema(kept)])
  const data = { libraryId: closed.id, ownerId: closed.id, at: closed.at(9) }
  await projections.record(closed.stream, [{ type: 'LibraryClosed', data }])
  await projections.project()
  expect(await pastOf(gone)).toBeUndefined()
  await prepare()
  expect(await schemas()).toEqual([pastSchema(kept)])
})

it('a crash of Postgres empties the tables of a past and forgets it: all of them are unlogged', async () => {
  const library = await aLibraryOf(1)
  const n = await want(library.id)
  await prepare()
  const { rows } = await projections.pool.query(
    `SELECT DISTINCT relpersistence FROM pg_class WHERE relkind = 'r'
       AND (relnamespace = to_regnamespace($1) OR oid = 'projections.pasts'::regclass)`,
    [pastSchema(n)],
  )
  expect(rows).toEqual([{ relpersistence: 'u' }])
})
