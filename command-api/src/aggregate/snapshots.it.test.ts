import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type LibraryEvent, libraryStream } from '@lectern/contracts/events/library.ts'
import type { EventStore, NewEvent } from '@lectern/platform/event-store/port.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { limitConcurrency } from '@lectern/platform/process/limit-concurrency.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { librarySnapshot } from '../domain/library/snapshot.ts'
import type { Library } from '../domain/library/state.ts'
import { library } from '../domain/library.ts'
import { openTestLibrary, startCommandApi, stateOf } from '../test-support/api.ts'
import { emptyAggregate } from './aggregate.ts'
import { issuedBySystem } from './issued.ts'
import { createLoader } from './load.ts'
import { createMailboxes } from './mailbox.ts'
import type { RecentCommands } from './recent-commands.ts'
import { createSnapshots } from './snapshots.ts'

const parts = duringTests(startParts)
const api = duringTests(() => startCommandApi(parts))

const LINKS = 2_100

const log = { warn: vi.fn() }
afterEach(() => log.warn.mockClear())

/** A library with many links and a snapshot, and one event after the snapshot. */
const snapshottedLibrary = async () => {
  const caller = await openTestLibrary(api)
  const stream = libraryStream(caller.libraryId)
  const cause = { type: 'SetAllowance', plan: 'ultra', cause: 'test', now: new Date().toISOString() } as const
  await api.aggregates.libraries.handle(caller.libraryId, cause, issuedBySystem(randomUUID()))
  await api.store.append(
    stream,
    2n,
    Array.from({ length: LINKS }, (_, n) => linkSaved(n + 1)),
  )
  await api.call('PATCH', '/api/links/7/favorite', { as: caller })
  await expect.poll(() => snapshotRevision(stream)).toBe(LINKS + 3)
  await api.call('DELETE', '/api/links/8', { as: caller })
  return { caller, stream }
}

const linkSaved = (linkId: number): NewEvent => ({
  id: randomUUID(),
  type: 'LinkSaved',
  data: {
    linkId,
    url: `https://example.com/${linkId}`,
    urlKey: `example.com/${linkId % 1_000}`,
    title: `Page ${linkId}`,
    note: null,
    tags: [],
    duplicateAccepted: linkId >= 1_000,
    at: new Date().toISOString(),
  } satisfies Extract<LibraryEvent, { type: 'LinkSaved' }>['data'],
  metadata: { actorId: 'a', via: 'web', commandId: `save-${linkId}`, commandHash: `hash-${linkId}` },
})

const snapshotRevision = async (stream: string): Promise<number | undefined> => {
  const { rows } = await api.pool.query('SELECT revision FROM command.snapshots WHERE stream = $1', [stream])
  return rows[0]?.revision
}

/** The appending process notes its own time, a loading one the time of the store. */
const withoutTimes = (recent: RecentCommands) => [...recent].map(([id, { at, ...command }]) => [id, command])

const snapshotsOf = ({ version = librarySnapshot.version, storeId = api.storeId, pool = api.pool } = {}) => {
  const format = { ...librarySnapshot, version }
  return createSnapshots<Library>(pool, storeId, {
    initial: library.initial,
    format,
    cold: limitConcurrency(2),
    log,
  })
}

/** Loads like a process that has just started, and counts the events that it reads. */
const loadAnew = async (stream: string, options: Parameters<typeof snapshotsOf>[0] = {}) => {
  let eventsRead = 0
  const counting: EventStore = {
    ...api.store,
    readStream: async function* (...args) {
      for await (const event of api.store.readStream(...args)) {
        eventsRead += 1
        yield event
      }
    },
  }
  const snapshots = snapshotsOf(options)
  const aggregate = await createLoader(counting, library, {
    snapshots,
    cold: limitConcurrency(2),
    largest: 1e9,
  }).load(stream)
  /** Saves a snapshot of the aggregate, and waits until it is stored. */
  const save = async (changes: { revision?: number } = {}) =>
    (await snapshots.saveIfDue(stream, { ...aggregate, effort: 2_000, ...changes }))?.stored
  return { aggregate, eventsRead, save }
}

describe('a snapshot', () => {
  it('spares most of the reading, and gives the same state as all events', async () => {
    const { stream } = await snapshottedLibrary()
    const { aggregate, eventsRead } = await loadAnew(stream)
    expect(eventsRead).toBe(2)

    await api.pool.query('DELETE FROM command.snapshots WHERE stream = $1', [stream])
    const { aggregate: full, eventsRead: all } = await loadAnew(stream)
    expect(all).toBe(LINKS + 5)
    expect(aggregate.state).toEqual(full.state)
    expect(withoutTimes(aggregate.recent)).toEqual(withoutTimes(full.recent))
    expect([aggregate.revision, aggregate.position]).toEqual([full.revision, full.position])
  })

  it('is ignored and replaced if it has another version', async () => {
    const { stream } = await snapshottedLibrary()
    const version = librarySnapshot.version + 1
    const { eventsRead, save } = await loadAnew(stream, { version })
    expect(eventsRead).toBe(LINKS + 5)
    await save()
    expect((await loadAnew(stream, { version })).eventsRead).toBe(1)
    expect((await loadAnew(stream)).eventsRead).toBe(LINKS + 5)
  })

  it('is not stored where it is too large to be read in one piece', async () => {
    const { stream } = await snapshottedLibrary()
    const before = await snapshotRevision(stream)
    const format = { ...librarySnapshot, freeze: () => [randomBytes(20_000_000).toString('base64')] }
    const { initial } = library
    const snapshots = createSnapshots<Library>(api.pool, api.storeId, {
      ...{ initial, format, cold: limitConcurrency(2), log },
    })
    const aggregate = { ...emptyAggregate(initial()), revision: 1_000_000, effort: 2_000 }
    await (await snapshots.saveIfDue(stream, aggregate))?.stored
    expect(await snapshotRevision(stream)).toBe(before)
  })

  it('is ignored if it belongs to another store', async () => {
    const { stream } = await snapshottedLibrary()
    expect((await loadAnew(stream, { storeId: randomUUID() })).eventsRead).toBe(LINKS + 5)
  })

  it('is ignored if its revision is beyond the end of the stream', async () => {
    const { stream } = await snapshottedLibrary()
    await api.pool.query('UPDATE command.snapshots SET revision = 99999 WHERE stream = $1', [stream])
    expect((await loadAnew(stream)).aggregate.revision).toBe(LINKS + 4)
  })

  it('is due after few events if each changes many links', async () => {
    const { caller, stream } = await snapshottedLibrary()
    const linkIds = Array.from({ length: LINKS }, (_, n) => n + 1)
    const edit = (isFavorite: boolean) =>
      api.call('PUT', '/api/links/bulk', { as: caller, body: { linkIds, updates: { isFavorite } } })
    const before = LINKS + 4
    // Each has an effort above 11.
    for (let n = 1; n <= 180; n++) await edit(n % 2 === 1)
    await expect.poll(() => snapshotRevision(stream)).toBeGreaterThan(before)
    const { aggregate } = await loadAnew(stream)
    expect(aggregate.state).toEqual(await stateOf(api, caller))
  })

  it('is not replaced by an earlier one', async () => {
    const { stream } = await snapshottedLibrary()
    const { save } = await loadAnew(stream)
    await save({ revision: 5 })
    expect(await snapshotRevision(stream)).toBe(LINKS + 3)
  })

  it.each(['nonsense', '{"recent":[]}\n{"links":7}'])('that reads %j is ignored and logged', async bytes => {
    const { stream } = await snapshottedLibrary()
    await api.pool.query('UPDATE command.snapshots SET bytes = $2 WHERE stream = $1', [stream, bytes])
    const { aggregate, eventsRead } = await loadAnew(stream)
    expect([eventsRead, aggregate.revision]).toEqual([LINKS + 5, LINKS + 4])
    expect(log.warn).toHaveBeenCalledOnce()
  })

  it('delays no command while Postgres does not store it', async () => {
    const { caller, stream } = await snapshottedLibrary()
    const libraries = createMailboxes(library, {
      store: api.store,
      streamOf: libraryStream,
      // Loading every event makes a snapshot due.
      snapshots: { ...snapshotsOf(), read: async () => undefined },
      cold: limitConcurrency(2),
      space: { isLow: () => false },
      maxBytes: 8_000_000,
    })
    const favor = (linkId: number) =>
      libraries.handle(
        caller.libraryId,
        { type: 'FavoriteLink', linkId, isFavorite: true, now: new Date().toISOString() },
        issuedBySystem(randomUUID()),
      )
    const other = await api.pool.connect()
    await other.query('BEGIN; LOCK TABLE command.snapshots IN EXCLUSIVE MODE')
    await favor(1)
    expect((await favor(2)).events).toHaveLength(1)
    expect(await snapshotRevision(stream)).toBe(LINKS + 3)
    await other.query('ROLLBACK')
    other.release()
    await expect.poll(() => snapshotRevision(stream)).toBe(LINKS + 5)
  })
})

describe('a library is loaded from its events', () => {
  const fullLoad = { eventsRead: LINKS + 5 }

  it('where Postgres is gone', async () => {
    const { stream } = await snapshottedLibrary()
    const pool = connectPostgres({ url: 'postgres://nobody@127.0.0.1:1/none', name: 'gone', max: 1 })
    expect(await loadAnew(stream, { pool })).toMatchObject(fullLoad)
    expect(log.warn).toHaveBeenCalledOnce()
    await pool.end()
  })

  it('where Postgres does not answer', async () => {
    const { stream } = await snapshottedLibrary()
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const pool = connectPostgres({ url: `postgres://nobody@127.0.0.1:${port}/none`, name: 'silent', max: 1 })
    expect(await loadAnew(stream, { pool })).toMatchObject(fullLoad)
    expect(log.warn).toHaveBeenCalledOnce()
    silent.close()
  })
})
