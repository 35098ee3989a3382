import { randomUUID } from 'node:crypto'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import {
  type LibraryChange,
  PROGRESS_CHANNEL,
  parseProgress,
} from '@lectern/contracts/read-model/progress.ts'
import { listen } from '@lectern/platform/postgres/listen.ts'
import { parkedStreams } from '@lectern/platform/postgres/parked-streams.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { aLibrary, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it } from 'vitest'
import { interceptQueries } from '../test-support/intercept.ts'
import { snapshot, startProjections } from '../test-support/projections.ts'
import { ReadModelReplaced } from './failures.ts'

const parts = duringTests(startOwnParts)
const projections = duringTests(() => startProjections(parts))

type Library = ReturnType<typeof aLibrary>

const linkIdsOf = async ({ id }: Library): Promise<number[]> => {
  const { rows } = await projections.pool.query(
    `SELECT id FROM ${projections.schema}.links WHERE library_id = $1 ORDER BY id`,
    [id],
  )
  return rows.map(row => row.id)
}

/** A few libraries and an article, with events of every kind. */
const recordSome = async () => {
  const libraries = Array.from({ length: 6 }, () => aLibrary())
  const article = anArticle('https://example.com/shared')
  for (const library of libraries) {
    await projections.record(library.stream, [
      library.opened(),
      library.saved(1),
      library.saved(2, { url: 'https://example.com/shared' }),
    ])
    await projections.record(library.stream, [library.favorited(1), library.archived(2)])
  }
  await projections.record(article.stream, [article.extracted()])
  for (const library of libraries)
    await projections.record(library.stream, [library.deleted(1), library.saved(3)])
}

describe('a crash', () => {
  /** Passes queries on until the nth, which fails before or after Postgres carried it out. All later ones fail too. */
  const crashAt = (pool: Pool, n: number, when: 'before' | 'after', crashed: () => void): Pool => {
    let count = 0
    return interceptQueries(pool, async ({ run }) => {
      count += 1
      if (count < n) return run()
      if (count === n && when === 'after') await run()
      crashed()
      throw Object.assign(new Error('crashed'), { code: 'ECONNRESET' })
    })
  }

  it('a crash between any two queries loses nothing and repeats nothing', async () => {
    await projections.project()
    for (const when of ['before', 'after'] as const) {
      for (let n = 1, more = true; more; n += 1) {
        await recordSome()
        more = false
        const crash = new AbortController()
        const pool = crashAt(projections.pool, n, when, () => {
          more = true
          crash.abort()
        })
        await projections.project({ pool, signal: crash.signal }).catch(error => {
          if (!more) throw error
        })
        await projections.project()
        const { libraries, links } = await snapshot(projections.pool, projections.schema)
        for (const library of libraries) {
          const own = links.filter(link => link.library_id === library.library_id)
          expect(own.map(link => link.id)).toEqual([2, 3])
          expect(library).toMatchObject({
            active: 1,
            archived: 1,
            active_favorites: 0,
            archived_favorites: 0,
          })
        }
      }
    }
  })

  it('a commit whose answer was lost is not made twice', async () => {
    const library = aLibrary()
    await projections.record(library.stream, [library.opened(), library.saved(1)])
    let writing: object | undefined
    let lost = 0
    const pool = interceptQueries(projections.pool, async ({ text, run, on }) => {
      if (text.includes('INSERT INTO links')) writing = on
      const result = await run()
      if (!text.endsWith('COMMIT') || on !== writing || lost > 0) return result
      lost += 1
      throw new Error('Connection terminated unexpectedly')
    })
    await projections.project({ pool })
    expect(lost).toBe(1)
    expect(await linkIdsOf(library)).toEqual([1])
  })
})

it('two projectors at the same time count each event once', async () => {
  const libraries = Array.from({ length: 20 }, () => aLibrary())
  for (const library of libraries)
    await projections.record(library.stream, [
      library.opened(),
      ...Array.from({ length: 50 }, (_, i) => library.saved(i + 1)),
    ])
  await Promise.all([projections.project(), projections.project(), projections.project()])
  for (const library of libraries) expect(await linkIdsOf(library)).toHaveLength(50)
})

describe('an event that cannot be projected', () => {
  // Compression shortens this text little.
  const manyLetters = Array.from({ length: 1_000 }, (_, n) =>
    Math.imul(n + 1, 2_654_435_761).toString(36),
  ).join('')
  type Poison = (library: Library) => { type: string; data: unknown }
  const poisons: [name: string, poison: Poison][] = [
    ['of an unknown type', () => ({ type: 'SomethingNew', data: {} })],
    ['without data', () => ({ type: 'LinkSaved', data: null })],
    ['with an invalid date', library => library.saved(9, { at: 'soon' })],
    ['that repeats an id', library => library.saved(1)],
    ['with a tag too long for its index', library => library.saved(9, { tags: [manyLetters] })],
  ]

  it.each(poisons)('an event %s parks its stream and no other', async (_name, poison) => {
    const bad = aLibrary()
    const good = Array.from({ length: 8 }, () => aLibrary())
    await projections.record(bad.stream, [bad.opened(), bad.saved(1)])
    for (const library of good.slice(4))
      await projections.record(library.stream, [library.opened(), library.saved(1)])
    await projections.record(bad.stream, [bad.saved(2), poison(bad), bad.saved(3)])
    for (const library of good.slice(0, 4))
      await projections.record(library.stream, [library.opened(), library.saved(1)])
    await projections.record(bad.stream, [bad.saved(4)])
    await projections.project()

    expect(await linkIdsOf(bad)).toEqual([1, 2])
    for (const library of good) expect(await linkIdsOf(library)).toEqual([1])
    await projections.record(bad.stream, [bad.saved(5)])
    await projections.project()
    expect(await linkIdsOf(bad)).toEqual([1, 2])
    const { rows } = await projections.pool.query(
      `SELECT DISTINCT event_type FROM ${projections.schema}.parked_streams WHERE stream = $1`,
      [bad.stream],
    )
    expect(rows).toEqual([{ event_type: poison(bad).type }])
  })
})

it('a stream is parked also where the answer to that was lost', async () => {
  const library = aLibrary()
  const unknown = { type: 'SomethingNew', data: {} }
  await projections.record(library.stream, [library.opened(), library.saved(1), unknown, library.saved(2)])
  const lost = new Set<object>()
  let parking: object | undefined
  const pool = interceptQueries(projections.pool, async ({ text, run, on }) => {
    if (text.includes('INSERT INTO parked_streams')) parking = on
    const result = await run()
    if (!text.endsWith('COMMIT') || on !== parking || lost.has(on)) return result
    lost.add(on)
    throw new Error('Connection terminated unexpectedly')
  })
  await projections.project({ pool })
  expect(lost.size).toBeGreaterThan(0)
  expect(await linkIdsOf(library)).toEqual([1])
})

it('the end of a stream takes the rows of its library', async () => {
  const library = aLibrary()
  await projections.record(library.stream, [library.opened(), library.saved(1)])
  await projections.record(library.stream, [{ type: '$streamDeleted', data: {} }])
  await projections.project()
  expect(await linkIdsOf(library)).toEqual([])
  expect(await parkedStreams(projections.pool, projections.schema)).not.toContainEqual(
    expect.objectContaining({ stream: library.stream }),
  )
})

describe('notifications', () => {
  /** The changes that are notified during some work. */
  const toldDuring = async (work: () => Promise<void>): Promise<LibraryChange[]> => {
    const heard: LibraryChange[] = []
    const stop = new AbortController()
    const notifications = listen({
      url: parts.databaseUrl,
      name: 'test',
      channels: [PROGRESS_CHANNEL],
      signal: stop.signal,
    })
    expect((await notifications.next()).value).toBe('gap')
    await work()
    await projections.pool.query('SELECT pg_notify($1, $2)', [PROGRESS_CHANNEL, 'the end'])
    for await (const notification of notifications) {
      if (notification === 'gap' || notification.payload === 'the end') break
      heard.push(...(parseProgress(notification.payload)?.changes ?? []))
    }
    stop.abort()
    return heard
  }
  const READ = { what: ['extraction'], linkIds: [1] }

  it('notifications tell each library what changed, and libraries with a link to an article that it was read', async () => {
    const [one, two] = [aLibrary(), aLibrary()]
    const article = anArticle('https://example.com/told')
    const heard = await toldDuring(async () => {
      await projections.record(one.stream, [one.saved(1, { url: 'https://example.com/told#part' })])
      await projections.record(two.stream, [two.saved(1, { url: 'https://example.com/told' })])
      await projections.project({ announce: true })
      await projections.record(article.stream, [article.extracted()])
      await projections.project({ announce: true })
    })

    // The lanes of searches and of the history commit independently of the others.
    for (const { id } of [one, two]) {
      const changes = heard.filter(({ libraryId }) => libraryId === id).map(({ change }) => change)
      expect(changes.filter(({ history }) => history)).toEqual([{ what: [], history: true }])
      const told = changes.filter(({ history }) => !history)
      expect(told).toHaveLength(3)
      expect(told.slice(0, 2)).toEqual(
        expect.arrayContaining([
          { what: ['links'], linkIds: [1] },
          { what: ['search'], linkIds: [] },
        ]),
      )
      expect(told[2]).toEqual(READ)
    }
  })

  it('notifications name the acts that made a change, and what they set, where they are acts of a client', async () => {
    const library = aLibrary()
    const [starred, edited, filed] = [randomUUID(), randomUUID(), randomUUID()]
    const at = new Date().toISOString()
    const by = (commandId: string) => ({ metadata: { commandId } })
    const updates: LibraryEvent = {
      type: 'LinksEdited',
      data: { links: [[1, 2]], changes: { isArchived: true }, before: null, at },
    }
    const acts = async (events: readonly LibraryEvent[]) => {
      const heard = await toldDuring(async () => {
        await projections.record(library.stream, events)
        await projections.project({ announce: true })
      })
      // The events of an append may come in two batches.
      return heard.flatMap(({ change }) =>
        change.what.includes('links') ? (change.acts ?? [undefined]) : [],
      )
    }
    expect(await acts([library.opened(), library.saved(1), library.saved(2)])).toEqual([undefined])
    const collected: LibraryEvent = {
      type: 'LinkCollected',
      data: { linkId: 2, collectionId: null, before: null, at },
    }
    expect(
      await acts([
        { ...library.favorited(1), ...by(starred) },
        { ...collected, ...by(filed) },
      ]),
    ).toEqual([
      { key: starred, set: { linkId: 1, isFavorite: true } },
      { key: filed, set: { linkId: 2, collectionId: null } },
    ])
    expect(await acts([{ ...updates, ...by(edited) }])).toEqual([{ key: edited }])
  })

  it('notifications tell that a link has another article after its address is changed or restored', async () => {
    const library = aLibrary()
    const url = 'https://example.com/moved'
    const before = `https://example.com/${library.id}/1`
    const texts = { url: before, urlKey: before, title: 'Link 1', titleFrom: 'person', note: null } as const
    const undone: LibraryEvent = {
      type: 'ActUndone',
      data: {
        undone: 'act',
        changes: [{ links: [1], restored: { texts }, before: null }],
        left: [],
        at: '2026-07-03T09:41:00.000Z',
      },
    }
    const moved = library.linkEdited(1, { url, urlKey: url })
    for (const [event, what] of [
      [library.saved(1), ['links']],
      [library.linkEdited(1, { note: 'Why' }), ['links']],
      [moved, ['extraction', 'links']],
      [undone, ['extraction', 'links']],
    ] as const) {
      const heard = await toldDuring(async () => {
        await projections.record(library.stream, [event])
        await projections.project({ announce: true })
      })
      const told = heard.find(
        ({ libraryId, change }) => libraryId === library.id && change.what.includes('links'),
      )
      expect(told?.change).toEqual({ what: expect.arrayContaining([...what]), linkIds: [1] })
      expect(told?.change.what).toHaveLength(what.length)
    }
  })

  it.each(['a crash', 'a failed query'])(
    'notifications tell that an article was read also after %s',
    async between => {
      const library = aLibrary()
      const article = anArticle(`https://example.com/${library.id}`)
      const saved = library.saved(1, { url: `https://example.com/${library.id}` })
      await projections.record(library.stream, [library.opened(), saved])
      await projections.project()
      await projections.record(article.stream, [article.extracted()])
      const heard = await toldDuring(async () => {
        const crash = new AbortController()
        let failures = 0
        const pool = interceptQueries(projections.pool, async ({ text, run }) => {
          if (!text.includes('array_agg(id)') || failures > 0) return run()
          failures += 1
          if (between === 'a crash') crash.abort()
          throw Object.assign(new Error('crashed'), { code: 'ECONNRESET' })
        })
        await projections.project({ pool, announce: true, signal: crash.signal })
        expect(failures).toBe(1)
        await projections.project({ announce: true })
      })
      const told = heard.filter(({ libraryId, change }) => libraryId === library.id && change.linkIds?.length)
      expect(told.map(({ change }) => change)).toEqual([READ])
    },
  )
})

it('the engine stops when its schema was replaced', async () => {
  const library = aLibrary()
  await projections.record(library.stream, [library.opened()])
  const setState = (state: string) =>
    projections.pool.query('UPDATE projections.read_schemas SET state = $1 WHERE schema = $2', [
      state,
      projections.schema,
    ])
  await setState('previous')
  await expect(projections.project()).rejects.toThrow(ReadModelReplaced)
  await setState('current')
  await projections.project()
})
