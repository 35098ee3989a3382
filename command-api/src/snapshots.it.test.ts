import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type LibraryEvent, libraryStream } from '@lectern/contracts/events/library.ts'
import type { EventStore, NewEvent } from '@lectern/platform/event-store/port.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { permits } from '@lectern/platform/process/permits.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { librarySnapshot } from './domain/library/snapshot.ts'
import type { Library } from './domain/library/state.ts'
import { library } from './domain/library.ts'
import { aggregates } from './handle.ts'
import { recallFrom } from './recall.ts'
import type { RecentCommands } from './recent-commands.ts'
import { snapshotsIn } from './snapshots.ts'
import { openTestLibrary, startCommandApi } from './test-support/api.ts'

const parts = duringTests(startParts)
const api = duringTests(() => startCommandApi(parts))

const LINKS = 2_100

const log = { warn: vi.fn() }
afterEach(() => log.warn.mockClear())

/** A library of many links, of which one command was handled since, so that a snapshot is due. */
const snapshottedLibrary = async () => {
  const caller = await openTestLibrary(api)
  const stream = libraryStream(caller.libraryId)
  const cause = { type: 'SetAllowance', plan: 'ultra', cause: 'test', now: new Date().toISOString() } as const
  await api.deciders.libraries.handle(caller.libraryId, cause, issuedBySystem())
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

const issuedBySystem = () => ({ actorId: 'system', via: 'system', commandId: randomUUID() }) as const

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

/** The process that appended notes its own clock's time, one that reads that of the store. */
const withoutTimes = (recent: RecentCommands) => [...recent].map(([id, { at, ...command }]) => [id, command])

const snapshotsOf = ({ version = librarySnapshot.version, storeId = api.storeId, pool = api.pool } = {}) => {
  const format = { ...librarySnapshot, version }
  return snapshotsIn<Library>(pool, storeId, { initial: library.initial, format, log })
}

/** Folds as a process that has just started, and says how many events it had to read. */
const foldAnew = async (stream: string, options: Parameters<typeof snapshotsOf>[0] = {}) => {
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
  const recall = recallFrom(counting, library, { snapshots, cold: permits(2) })
  return { folded: await recall.fold(stream), eventsRead, snapshots }
}

describe('a snapshot', () => {
  it('spares most of the reading, and gives the state that a full fold gives', async () => {
    const { stream } = await snapshottedLibrary()
    const { folded, eventsRead } = await foldAnew(stream)
    expect(eventsRead).toBe(2)

    await api.pool.query('DELETE FROM command.snapshots WHERE stream = $1', [stream])
    const { folded: full, eventsRead: all } = await foldAnew(stream)
    expect(all).toBe(LINKS + 5)
    expect(folded.state).toEqual(full.state)
    expect(withoutTimes(folded.recent)).toEqual(withoutTimes(full.recent))
    expect([folded.revision, folded.position]).toEqual([full.revision, full.position])
  })

  it('of another version of the fold is ignored, and replaced in time', async () => {
    const { stream } = await snapshottedLibrary()
    const version = librarySnapshot.version + 1
    const { folded, eventsRead, snapshots } = await foldAnew(stream, { version })
    expect(eventsRead).toBe(LINKS + 5)
    await snapshots.write(stream, await snapshots.freeze(folded))
    expect((await foldAnew(stream, { version })).eventsRead).toBe(1)
    expect((await foldAnew(stream)).eventsRead).toBe(LINKS + 5)
  })

  it('of another store is ignored', async () => {
    const { stream } = await snapshottedLibrary()
    expect((await foldAnew(stream, { storeId: randomUUID() })).eventsRead).toBe(LINKS + 5)
  })

  it('of events that the store does not have is ignored', async () => {
    const { stream } = await snapshottedLibrary()
    await api.pool.query('UPDATE command.snapshots SET revision = 99999 WHERE stream = $1', [stream])
    expect((await foldAnew(stream)).folded.revision).toBe(LINKS + 4)
  })

  it('is due after few events where each is about many links', async () => {
    const { caller, stream } = await snapshottedLibrary()
    const linkIds = Array.from({ length: LINKS }, (_, n) => n + 1)
    const edit = (isFavorite: boolean) =>
      api.call('PUT', '/api/links/bulk', { as: caller, body: { linkIds, updates: { isFavorite } } })
    const before = LINKS + 4
    // Each is worth more than 11 events.
    for (let n = 1; n <= 180; n++) await edit(n % 2 === 1)
    await expect.poll(() => snapshotRevision(stream)).toBeGreaterThan(before)
    const { folded } = await foldAnew(stream)
    expect(folded.state).toEqual(await api.deciders.libraries.recall(caller.libraryId))
  })

  it('is not replaced by an earlier one', async () => {
    const { stream } = await snapshottedLibrary()
    const { folded, snapshots } = await foldAnew(stream)
    await snapshots.write(stream, await snapshots.freeze({ ...folded, revision: 5 }))
    expect(await snapshotRevision(stream)).toBe(LINKS + 3)
  })

  it.each(['nonsense', '{"recent":[]}\n{"links":7}'])('that reads %j is ignored and logged', async bytes => {
    const { stream } = await snapshottedLibrary()
    await api.pool.query('UPDATE command.snapshots SET bytes = $2 WHERE stream = $1', [stream, bytes])
    const { folded, eventsRead } = await foldAnew(stream)
    expect([eventsRead, folded.revision]).toEqual([LINKS + 5, LINKS + 4])
    expect(log.warn).toHaveBeenCalledOnce()
  })

  it('holds up no command of its library while Postgres does not store it', async () => {
    const { caller } = await snapshottedLibrary()
    const postgres = Promise.withResolvers<void>()
    const writing = Promise.withResolvers<void>()
    const snapshots = {
      ...snapshotsOf(),
      write: async () => {
        writing.resolve()
        await postgres.promise
      },
    }
    const recall = recallFrom(api.store, library, { snapshots: undefined, cold: permits(2) })
    const libraries = aggregates(api.store, library, {
      stream: libraryStream,
      recall,
      snapshots,
      maxBytes: 8_000_000,
    })
    const favor = (linkId: number) =>
      libraries.handle(
        caller.libraryId,
        { type: 'FavoriteLink', linkId, isFavorite: true, now: new Date().toISOString() },
        issuedBySystem(),
      )
    await favor(1)
    await writing.promise
    expect((await favor(2)).events).toHaveLength(1)
    postgres.resolve()
  })
})

describe('a library is folded from its events', () => {
  const fullFold = { eventsRead: LINKS + 5 }

  it('where Postgres is gone', async () => {
    const { stream } = await snapshottedLibrary()
    const pool = connectPostgres({ url: 'postgres://nobody@127.0.0.1:1/none', name: 'gone', max: 1 })
    expect(await foldAnew(stream, { pool })).toMatchObject(fullFold)
    expect(log.warn).toHaveBeenCalledOnce()
    await pool.end()
  })

  it('where Postgres does not answer', async () => {
    const { stream } = await snapshottedLibrary()
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const pool = connectPostgres({ url: `postgres://nobody@127.0.0.1:${port}/none`, name: 'silent', max: 1 })
    expect(await foldAnew(stream, { pool })).toMatchObject(fullFold)
    expect(log.warn).toHaveBeenCalledOnce()
    silent.close()
  })
})
