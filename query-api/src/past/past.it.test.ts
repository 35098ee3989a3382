import { randomUUID } from 'node:crypto'
import { CollectionList } from '@lectern/contracts/api/collections.ts'
import { Counts, TagList } from '@lectern/contracts/api/counts.ts'
import { LinkIds } from '@lectern/contracts/api/link-ids.ts'
import { LinkList } from '@lectern/contracts/api/links.ts'
import { PastProgress } from '@lectern/contracts/api/past.ts'
import { PASTS_MAX } from '@lectern/contracts/read-model/pasts.ts'
import { AT, aLibrary, aNotebook, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { aCaller, startQueryApi } from '../test-support/query-api.ts'

const parts = duringTests(startReadParts)
const api = duringTests(() => startQueryApi(parts))
type Caller = ReturnType<typeof aCaller>

const second = (n: number) => new Date(Date.parse(AT) + n * 1_000).toISOString()
const timed = <E extends { data: object }>(events: readonly E[]): E[] =>
  events.map((event, n) => ({ ...event, data: { ...event.data, at: second(n) } }))

/** Asks until the answer is no 202. */
const lookBack = async (path: string, at: string, caller: Caller) => {
  const full = `${path}${path.includes('?') ? '&' : '?'}at=${encodeURIComponent(at)}`
  await expect.poll(async () => (await api.get(full, { as: caller })).status).not.toBe(202)
  return api.get(full, { as: caller })
}
const titlesOf = async (query: string, at: string, caller: Caller) => {
  const { status, body } = await lookBack(`/api/links${query}`, at, caller)
  expect([query, status]).toEqual([query, 200])
  return LinkList.parse(body).links.map(link => link.title)
}

afterEach(() => api.pool.query('DELETE FROM projections.pasts').catch(() => {}))

/** A library whose last events undo most of the first ones. */
const aPerson = async () => {
  const caller = aCaller()
  const { stream, ...of } = aLibrary(caller)
  const url = `https://example.com/${randomUUID()}`
  const events = timed([
    of.opened(),
    of.granted('pro'),
    of.collectionCreated(1),
    of.saved(1, { title: 'Résumé of a whale', tags: ['sea', 'Old Books'] }),
    of.saved(2, { title: 'Ships', tags: ['sea'], url, titleFrom: 'page', note: 'whale' }),
    of.saved(3, { title: 'Harbours', tags: [] }),
    of.collected(1, 1),
    of.favorited(2),
    of.archived(3),
    // Everything that follows is later than the moment at second 8.
    of.edited([1, 2], { tags: ['land'] }),
    of.collectionDeleted(1),
    of.bulkDeleted([[1, 2]]),
    of.saved(4, { title: 'Whales today' }),
  ])
  const after = await api.record(stream, events)
  await api.record(anArticle(url).stream, [anArticle(url).extracted()])
  await api.record(aNotebook(caller.libraryId).stream, [aNotebook(caller.libraryId).taken(1, 2)])
  return { caller, after, at: second(8) }
}

describe('a library as it was', () => {
  it('a past is prepared, with its progress and when to ask again, and then listed', async () => {
    const { caller, at } = await aPerson()
    const first = await api.get(`/api/links?at=${at}`, { as: caller })
    expect([first.status, first.headers['retry-after']]).toEqual([202, '1'])
    expect(PastProgress.parse(first.body)).toEqual({ folded: 0, total: null })
    expect(await titlesOf('', at, caller)).toEqual(['Ships', 'Résumé of a whale'])
    expect(await titlesOf('?archived=all&sort=oldest', at, caller)).toEqual([
      'Résumé of a whale',
      'Ships',
      'Harbours',
    ])
    expect(await titlesOf('?favorite=true', at, caller)).toEqual(['Ships'])
    expect(await titlesOf('?collection=1', at, caller)).toEqual(['Résumé of a whale'])
    expect(await titlesOf('?collection=none&archived=true', at, caller)).toEqual(['Harbours'])
  })

  it('a past has its counts, collections, tags and ids', async () => {
    const { caller, at } = await aPerson()
    expect(Counts.parse((await lookBack('/api/counts', at, caller)).body)).toMatchObject({
      ...{ used: 3, allowed: 10_000, active: 2, archived: 1, favorites: 1, uncollected: 1, tagCount: 2 },
      collections: [{ id: 1, count: 1 }],
      tags: [
        { tag: 'sea', count: 2 },
        { tag: 'Old Books', count: 1 },
      ],
    })
    expect(CollectionList.parse((await lookBack('/api/collections', at, caller)).body)).toMatchObject([
      { id: 1, name: 'Collection 1', count: 1 },
    ])
    expect(TagList.parse((await lookBack('/api/tags', at, caller)).body).tags).toHaveLength(2)
    const ids = LinkIds.parse((await lookBack('/api/links/ids?archived=all', at, caller)).body)
    expect(ids).toEqual({ links: [[1, 3]], count: 3, isCut: false })
  })

  it('a past is searched by words in titles, by tags and by sites, and not by notes', async () => {
    const { caller, at } = await aPerson()
    expect(await titlesOf('?q=resume+whale', at, caller)).toEqual(['Résumé of a whale'])
    expect(await titlesOf('?q=hip', at, caller)).toEqual(['Ships'])
    expect(await titlesOf('?q=whale', at, caller)).toEqual(['Résumé of a whale'])
    expect(await titlesOf(`?q=${encodeURIComponent('#"old books"')}`, at, caller)).toEqual([
      'Résumé of a whale',
    ])
    expect(await titlesOf('?q=site:example.com+-whale', at, caller)).toEqual(['Ships'])
    expect(await titlesOf('?archived=all&q=harb&collection=none', at, caller)).toEqual(['Harbours'])
    expect(await titlesOf('?q=today', at, caller)).toEqual([])
  })

  it('a past has nothing of articles, notes and reading, and pages as the present does', async () => {
    const { caller, at, after } = await aPerson()
    await lookBack('/api/links', at, caller)
    // Today's library has the deletions.
    await api.get('/api/links', { as: caller, after })
    const first = LinkList.parse((await lookBack('/api/links?limit=1', at, caller)).body)
    expect(first).toMatchObject({ total: 2, hasMore: true, gone: [2] })
    expect(first.links).toMatchObject([
      { id: 2, title: 'Ships', note: 'whale', excerpt: null, wordCount: null, noteCount: 0, progress: null },
    ])
    const rest = await titlesOf(`?limit=1&cursor=${first.nextCursor}`, at, caller)
    expect(rest).toEqual(['Résumé of a whale'])
    const { status, body } = await lookBack('/api/links?sort=title', at, caller)
    expect([status, body.message]).toEqual([400, 'A library as it was is sorted by date.'])
  })

  it('a past leaves the present as it is', async () => {
    const { caller, at, after } = await aPerson()
    await titlesOf('', at, caller)
    const { body } = await api.get('/api/links?archived=all', { as: caller, after })
    expect(LinkList.parse(body).links.map(link => link.title)).toEqual(['Whales today', 'Harbours'])
    expect((await api.get('/api/counts', { as: caller })).body.used).toBe(2)
  })

  it('a past shows nothing of another library, also at the same moment', async () => {
    const [ann, ben] = [await aPerson(), aCaller()]
    await titlesOf('', ann.at, ann.caller)
    const { stream, ...of } = aLibrary(ben)
    await api.record(stream, timed([of.opened(), of.saved(1, { title: "Ben's" })]))
    expect(await titlesOf('?archived=all', ann.at, ben)).toEqual(["Ben's"])
    expect(await titlesOf('?archived=all&q=whale', ann.at, ben)).toEqual([])
    expect((await lookBack('/api/links?collection=1', ann.at, ben)).status).toBe(404)
    expect((await lookBack('/api/counts', ann.at, ben)).body.used).toBe(1)
    expect(await titlesOf('', ann.at, ann.caller)).toHaveLength(2)
  })
})

describe('moments that cannot be shown', () => {
  it.each(['yesterday', '2024-05-01', '2024-13-01T00:00:00Z', '', '1714564800'])(
    'the moment %j is refused',
    async at => {
      const { status, body } = await api.get(`/api/links?at=${at}`, { as: aCaller() })
      expect([status, body.message]).toEqual([400, 'at must be a moment like 2024-05-01T12:00:00Z'])
    },
  )

  it('a moment to come is refused, and prepares nothing', async () => {
    const { status, body } = await api.get('/api/counts?at=2999-01-01T00:00:00Z', { as: aCaller() })
    expect([status, body.message]).toEqual([400, 'This moment has not come yet.'])
    expect((await api.pool.query('SELECT FROM projections.pasts')).rowCount).toBe(0)
  })

  it('a moment before the library has nothing, and the answer says when the library was opened', async () => {
    const { caller } = await aPerson()
    for (const at of ['2001-09-09T01:46:40Z', '0001-01-01T00:00:00Z']) {
      const { status, body } = await lookBack('/api/links', at, caller)
      expect([status, body.message, body.openedAt]).toEqual([404, 'Your library was not there yet.', AT])
    }
  })

  it('a moment that cannot be folded is answered with a sentence', async () => {
    const { caller, at } = await aPerson()
    await titlesOf('', at, caller)
    await api.pool.query("UPDATE projections.pasts SET state = 'failed'")
    const { status, body } = await lookBack('/api/links', at, caller)
    expect([status, body.message]).toEqual([500, 'This moment of your library cannot be shown.'])
  })
})

describe('room for pasts', () => {
  const pasts = async () =>
    (await api.pool.query<{ library_id: string; at: Date }>('SELECT * FROM projections.pasts ORDER BY n'))
      .rows

  it('a library has one past, and another moment takes its place', async () => {
    const { caller, at } = await aPerson()
    expect(await titlesOf('', at, caller)).toHaveLength(2)
    expect(await titlesOf('', second(3), caller)).toEqual(['Résumé of a whale'])
    expect(await pasts()).toMatchObject([{ library_id: caller.libraryId, at: new Date(second(3)) }])
  })

  it('four pasts are kept, and the one that was read least recently goes', async () => {
    const people = await Promise.all(Array.from({ length: PASTS_MAX + 1 }, aPerson))
    for (const { caller, at } of people.slice(0, PASTS_MAX)) await titlesOf('', at, caller)
    const [first, next] = people as [(typeof people)[0], (typeof people)[0]]
    await titlesOf('', first.at, first.caller)
    const last = people.at(-1) as typeof first
    await titlesOf('', last.at, last.caller)
    const kept = (await pasts()).map(past => past.library_id)
    expect(kept).toHaveLength(PASTS_MAX)
    expect(kept).toContain(first.caller.libraryId)
    expect(kept).not.toContain(next.caller.libraryId)
  })

  it('a fifth past is asked to come again while all four are being prepared', async () => {
    const { caller, at } = await aPerson()
    await api.pool.query(
      `INSERT INTO projections.pasts (library_id, at, version) SELECT gen_random_uuid(), now(), version
       FROM generate_series(1, $1), (SELECT max(version) AS version FROM projections.read_schemas) AS v`,
      [PASTS_MAX],
    )
    // Projectors hear of nothing, since nobody notified them.
    const { status, headers, body } = await api.get(`/api/links?at=${at}`, { as: caller })
    expect([status, headers['retry-after'], body.message]).toEqual([
      503,
      '1',
      'Others are looking back right now. Please try again in a moment.',
    ])
  })

  it('a past that went while it was read is prepared again', async () => {
    const { caller, at } = await aPerson()
    await titlesOf('', at, caller)
    const { rows } = await api.pool.query<{ n: number; version: number }>('SELECT * FROM projections.pasts')
    await api.pool.query(`DROP SCHEMA read_v${rows[0]?.version}_past_${rows[0]?.n} CASCADE`)
    const { status } = await api.get(`/api/links?at=${at}`, { as: caller })
    expect(status).toBe(202)
    expect(await titlesOf('', at, caller)).toHaveLength(2)
  })
})
