import { LinkIds } from '@lectern/contracts/api/link-ids.ts'
import { Link, LinkList } from '@lectern/contracts/api/links.ts'
import { idsIn } from '@lectern/contracts/id-ranges.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { aLibrary, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { aCaller, startQueryApi } from '../test-support/query-api.ts'
import { encodeSortCursor } from './cursor.ts'

const parts = duringTests(startReadParts)
const api = duringTests(() => startQueryApi(parts))

const caller = aCaller()
const TITLES = ['cherry', 'Apple', 'écrit', 'banana', 'apple', 'Date', 'fig', 'Elder']
const links = TITLES.map((title, n) => ({
  id: n + 1,
  title,
  at: new Date(Date.UTC(2026, 0, 1) + ((n * 3) % 5) * 1_001).toISOString(),
  isArchived: n % 4 === 3,
}))
/** The last reading of some links, in minutes, and how far it went. */
const READ = [
  [2, 10, 5],
  [4, 30, 100],
  [7, 20, 96],
] as const
let after: Position | undefined

beforeAll(async () => {
  const library = aLibrary(caller)
  const articles = [3, 5, 6].map((id, n) => {
    const url = `https://example.com/${library.id}/${id}`
    return { ...anArticle(url), words: 300 - n * 100 }
  })
  for (const { stream, extracted, words } of articles) {
    const event = extracted()
    await api.record(stream, [{ ...event, data: { ...event.data, words } } as typeof event])
  }
  after = await api.record(library.stream, [
    library.opened(),
    ...links.map(({ id, title, at }) => library.saved(id, { title, at })),
    ...links.filter(link => link.isArchived).map(({ id }) => library.archived(id)),
  ])
  for (const [id, minute, offset] of READ)
    await api.pool.query(
      `INSERT INTO reading.positions (library_id, link_id, user_id, text_offset, content_hash, updated_at, text_length)
       VALUES ($1, $2, $3, $4, 'x', $5, 100)`,
      [caller.libraryId, id, caller.userId, offset, new Date(Date.UTC(2026, 5, 1, 0, minute))],
    )
})

const get = (path: string) => api.get(path, { as: caller, after })
const list = async (query: string) => {
  const answer = await api.get(`/api/links?${query}`, { as: caller, after })
  expect(answer.status).toBe(200)
  return LinkList.parse(answer.body)
}
const pages = async (query: string, limit: number): Promise<number[]> => {
  const ids: number[] = []
  for (let cursor = ''; ; ) {
    const page = await list(`${query}&limit=${limit}${cursor}`)
    ids.push(...page.links.map(link => link.id))
    if (page.nextCursor === null) return ids
    cursor = `&cursor=${page.nextCursor}`
  }
}

const newest = links.toSorted((a, b) => b.at.localeCompare(a.at) || b.id - a.id).map(({ id }) => id)
const ORDERS: [sort: string, ids: number[]][] = [
  ['oldest', newest.toReversed()],
  ['title', [2, 5, 4, 1, 6, 3, 8, 7]],
  ['readingTime', [6, 5, 3, 1, 2, 4, 7, 8]],
  ['lastRead', [4, 7, 2, ...newest.filter(id => ![4, 7, 2].includes(id))]],
]

describe('sorted lists', () => {
  it.each(ORDERS.flatMap(([sort, ids]) => [1, 3, 50].map(limit => ({ sort, ids, limit }))))(
    'a list sorted by $sort has every link once, on pages of $limit',
    async ({ sort, ids, limit }) => {
      const isActive = (id: number) => links[id - 1]?.isArchived === false
      expect(await pages(`sort=${sort}&archived=all`, limit)).toEqual(ids)
      expect(await pages(`sort=${sort}`, limit)).toEqual(ids.filter(isActive))
      expect(await pages(`sort=${sort}&archived=true&collection=none`, limit)).toEqual(
        ids.filter(id => !isActive(id)),
      )
    },
  )

  it.each([
    'sort=size',
    'sort=title&cursor=abc',
    'sort=lastRead&cursor=s1.eHg',
    'sort=readingTime&cursor=s1.eHg',
    // Numbers and times that Postgres does not know.
    ...[
      ['readingTime', '9999999999'],
      ['oldest', '-999999999999999'],
      ['lastRead', 'r-999999999999999'],
      ['lastRead', 'n-999999999999999'],
    ].map(([sort, key = '']) => `sort=${sort}&cursor=${encodeSortCursor({ key, id: 1 })}`),
  ])('a list with %s is refused', async query => {
    expect((await api.get(`/api/links?${query}`, { as: caller })).status).toBe(400)
  })
})

describe('the progress of a link', () => {
  it.each([
    ['a list', async () => (await list('archived=all')).links],
    ['a search', async () => (await list('archived=all&q=example')).links],
    [
      'one link',
      () => Promise.all(links.map(async ({ id }) => Link.parse((await get(`/api/links/${id}`)).body))),
    ],
  ])('the progress of a link stands in %s', async (_, read) => {
    const found = (await read()).filter(link => link.progress !== null)
    expect(Object.fromEntries(found.map(({ id, progress }) => [id, progress]))).toEqual({
      2: 0.05,
      4: 1,
      7: 1,
    })
  })

  it('the progress of a link is 0 where the length of the text is not known', async () => {
    const write = (length: number | null) =>
      api.pool.query('UPDATE reading.positions SET text_length = $1 WHERE library_id = $2 AND link_id = 2', [
        length,
        caller.libraryId,
      ])
    await write(null)
    expect((await get('/api/links/2')).body).toMatchObject({ progress: 0 })
    await write(100)
  })

  it('the progress of a link is that of the person who asks', async () => {
    const other = { ...aCaller(), libraryId: caller.libraryId }
    expect((await api.get('/api/links/4', { as: other, after })).body).toMatchObject({ progress: null })
  })
})

describe('the filter of progress', () => {
  it.each([
    ['unread', newest.filter(id => ![4, 7, 2].includes(id))],
    ['begun', [2]],
    ['finished', newest.filter(id => [4, 7].includes(id))],
  ])('the filter %s of progress holds in every order, in searches and for ids', async (progress, ids) => {
    const query = `archived=all&progress=${progress}`
    expect(await pages(query, 2)).toEqual(ids)
    expect((await list(query)).total).toBe(ids.length)
    for (const [sort, order] of ORDERS)
      expect(await pages(`${query}&sort=${sort}`, 2)).toEqual(order.filter(id => ids.includes(id)))
    expect(await pages(`${query}&q=example`, 2)).toEqual(ids)
    const answer = await api.get(`/api/links/ids?${query}`, { as: caller, after })
    expect([...idsIn(LinkIds.parse(answer.body).links)]).toEqual(ids.toSorted((a, b) => a - b))
  })

  it('the filter of progress takes that of the person who asks', async () => {
    const other = { ...aCaller(), libraryId: caller.libraryId }
    const answer = await api.get('/api/links?archived=all&progress=begun', { as: other, after })
    expect(answer.body).toMatchObject({ links: [], total: 0 })
  })
})
