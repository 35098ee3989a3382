import { Counts } from '@lectern/contracts/api/counts.ts'
import { LinkIds } from '@lectern/contracts/api/link-ids.ts'
import { Link, LinkList } from '@lectern/contracts/api/links.ts'
import { idsIn } from '@lectern/contracts/id-ranges.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { aLibrary, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { aCaller, startQueryApi } from '../test-support/query-api.ts'

const parts = duringTests(startReadParts)
const api = duringTests(() => startQueryApi(parts))

const list = async (caller: Caller, query: string, after?: Position) => {
  const answer = await api.get(`/api/links?${query}`, { as: caller, after })
  expect(answer.status).toBe(200)
  return LinkList.parse(answer.body)
}

/** Reads all pages of a list, `limit` links on each. */
const pages = async (caller: Caller, filters: string, limit: number) => {
  const ids: number[] = []
  let cursor = ''
  for (;;) {
    const page = await list(caller, `${filters}&limit=${limit}${cursor}`)
    ids.push(...page.links.map(link => link.id))
    expect(page.hasMore).toBe(page.nextCursor !== null)
    if (page.nextCursor === null) return { ids, total: page.total }
    expect(page.links).toHaveLength(limit)
    cursor = `&cursor=${page.nextCursor}`
  }
}

describe('GET /api/links', () => {
  const caller = aCaller()
  const links = Array.from({ length: 23 }, (_, i) => ({
    id: i + 1,
    // Several links share a date, and the order of dates differs from that of ids.
    at: new Date(Date.UTC(2026, 0, 1) + ((i * 7) % 5) * 1_001).toISOString(),
    isFavorite: i % 3 === 0,
    isArchived: i % 4 === 0,
  }))
  beforeAll(async () => {
    const { stream, opened, saved, favorited, archived } = aLibrary(caller)
    const after = await api.record(stream, [
      opened(),
      ...links.map(({ id, at }) => saved(id, { at })),
      ...links.filter(link => link.isFavorite).map(({ id }) => favorited(id)),
      ...links.filter(link => link.isArchived).map(({ id }) => archived(id)),
    ])
    await list(caller, '', after)
  })

  const newestFirst = (filter: (link: (typeof links)[number]) => boolean) =>
    links
      .filter(filter)
      .sort((a, b) => b.at.localeCompare(a.at) || b.id - a.id)
      .map(link => link.id)

  it.each(['', 'archived=all', 'favorite=true', 'archived=true', 'archived=all&collection=none', 'q=link'])(
    'the list of ids has those of every page of %s',
    async filters => {
      const { ids } = await pages(caller, filters, 7)
      const answer = await api.get(`/api/links/ids?${filters}`, { as: caller })
      const { links: ranges, count, isCut } = LinkIds.parse(answer.body)
      expect([...idsIn(ranges)]).toEqual(ids.toSorted((a, b) => a - b))
      expect({ count, isCut }).toEqual({ count: ids.length, isCut: false })
    },
  )

  it.each([
    ['', (l: { isArchived: boolean }) => !l.isArchived],
    ['archived=false', (l: { isArchived: boolean }) => !l.isArchived],
    ['archived=true', (l: { isArchived: boolean }) => l.isArchived],
    ['archived=all', () => true],
    ['favorite=true', (l: { isFavorite: boolean; isArchived: boolean }) => l.isFavorite && !l.isArchived],
    ['favorite=false', (l: { isFavorite: boolean; isArchived: boolean }) => !l.isFavorite && !l.isArchived],
    [
      'favorite=true&archived=true',
      (l: { isFavorite: boolean; isArchived: boolean }) => l.isFavorite && l.isArchived,
    ],
    ['favorite=true&archived=all', (l: { isFavorite: boolean }) => l.isFavorite],
    ['favorite=false&archived=all', (l: { isFavorite: boolean }) => !l.isFavorite],
  ])(
    'a list is newest first, with each link on one page, whatever the page size: %s',
    async (filters, filter) => {
      const expected = newestFirst(filter)
      for (const limit of [1, 2, 5, expected.length, 50])
        expect(await pages(caller, filters, limit)).toEqual({ ids: expected, total: expected.length })
    },
  )

  it('a page has the size of the plan if no limit is given, and at most 1,000 links', async () => {
    const many = aCaller()
    const { stream, opened, saved, granted } = aLibrary(many)
    const all = Array.from({ length: 1_030 }, (_, i) => saved(i + 1))
    const after = await api.record(stream, [opened(), ...all])
    expect((await list(many, '', after)).links).toHaveLength(50)
    const later = await api.record(stream, [granted('pro')])
    expect((await list(many, '', later)).links).toHaveLength(200)
    expect((await list(many, 'limit=99999')).links).toHaveLength(1_000)
  })

  it('a page of very long links ends at 1 MB and continues on the next, also in a search', async () => {
    const long = aCaller()
    const { stream, opened, saved } = aLibrary(long)
    const url = (id: number) => `https://example.com/${long.libraryId}/${id}/${'x'.repeat(3_900)}`
    const tags = Array.from({ length: 50 }, (_, n) => `${n} ${'語'.repeat(90)}`)
    const all = Array.from({ length: 120 }, (_, n) => saved(n + 1, { url: url(n + 1), tags }))
    await api.record(stream, [opened(), ...all.slice(0, 40)])
    await api.record(stream, all.slice(40, 80))
    const after = await api.record(stream, all.slice(80))
    for (const filter of ['', 'q=example']) {
      const ids: number[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const answer = await api.get(`/api/links?limit=1000&${filter}${cursor}`, { as: long, after })
        const page = LinkList.parse(answer.body)
        expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(1_100_000)
        expect(page).toMatchObject({ total: 120, hasMore: page.nextCursor !== null })
        ids.push(...page.links.map(({ id }) => id))
        cursor = page.nextCursor && `&cursor=${page.nextCursor}`
      }
      expect(ids).toEqual(Array.from({ length: 120 }, (_, n) => 120 - n))
    }
  })

  it('a person without links gets an empty list', async () => {
    expect(await list(aCaller(), '')).toEqual({ links: [], total: 0, hasMore: false, nextCursor: null })
  })

  it.each([
    'limit=0',
    'limit=-1',
    'limit=x',
    'limit=1.5',
    'archived=maybe',
    'favorite=1',
    'cursor=x',
    'cursor=',
    'limit=1&limit=2',
    'cursor=zzzzzzzzzzz.1',
    'cursor=1.zzzzzz',
  ])('a list with %s is refused', async query => {
    const answer = await api.get(`/api/links?${query}`, { as: caller })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe(answer.body.error)
  })

  it('a caller who is not signed in is refused', async () => {
    for (const path of [
      '/api/links',
      '/api/links/1',
      '/api/links/1/content',
      '/api/counts',
      '/api/collections',
      '/api/user',
      '/api/changes',
      '/api/preview?url=https://a.example',
    ])
      expect((await api.get(path)).status).toBe(401)
  })
})

describe('GET /api/preview', () => {
  it.each([
    ['none', ''],
    ['no web address', 'url=file:///etc/passwd'],
    ['one with a NUL', `url=https://a.example/${encodeURIComponent('\0')}`],
    ['one of more than 2 kB', `url=https://a.example/${'x'.repeat(2_048)}`],
    ['two', 'url=https://a.example&url=https://b.example'],
  ])('a preview refuses %s as its address', async (_, query) => {
    const answer = await api.get(`/api/preview?${query}`, { as: aCaller() })
    expect(answer).toMatchObject({ status: 400, body: { message: 'Please enter a valid URL' } })
  })

  it('a preview takes an address of 2 kB', async () => {
    const url = 'https://a.example/'.padEnd(2_048, 'x')
    expect((await api.get(`/api/preview?url=${url}`, { as: aCaller() })).status).toBe(200)
  })
})

describe('GET /api/counts', () => {
  it('the counts match the list after every change', async () => {
    const caller = aCaller()
    const { stream, opened, saved, favorited, archived, deleted } = aLibrary(caller)
    const counts = async (after: Position) =>
      Counts.parse((await api.get('/api/counts', { as: caller, after })).body)
    const bare = (count: number) => ({
      collections: [],
      uncollected: count,
      tagCount: 1,
      tags: [{ tag: 't', count }],
    })
    const first = await api.record(stream, [opened(), saved(1), saved(2), saved(3)])
    expect(await counts(first)).toEqual({
      used: 3,
      allowed: 500,
      active: 3,
      archived: 0,
      favorites: 0,
      ...bare(3),
    })
    const second = await api.record(stream, [favorited(1), favorited(2), archived(2)])
    expect(await counts(second)).toEqual({
      used: 3,
      allowed: 500,
      active: 2,
      archived: 1,
      favorites: 1,
      ...bare(2),
    })
    const third = await api.record(stream, [deleted(1), deleted(2)])
    expect(await counts(third)).toEqual({
      used: 1,
      allowed: 500,
      active: 1,
      archived: 0,
      favorites: 0,
      ...bare(1),
    })
  })
})

describe('one link', () => {
  it('a link shows what its article says', async () => {
    const caller = aCaller()
    const url = 'https://example.com/one'
    const { stream, opened, saved } = aLibrary(caller)
    const article = anArticle(url)
    const after = await api.record(stream, [opened(), saved(1, { url: `${url}#part` })])
    const read = async (position: Position) =>
      Link.parse((await api.get('/api/links/1', { as: caller, after: position })).body)
    expect(await read(after)).toMatchObject({
      url: `${url}#part`,
      tags: ['t'],
      extraction: 'pending',
      siteName: null,
    })
    const failed = await api.record(article.stream, [article.failed()])
    expect(await read(failed)).toMatchObject({
      extraction: 'failed',
      extractionReason: 'The site has no page at this address.',
    })
    const ready = await api.record(article.stream, [article.extracted('d'.repeat(64))])
    expect(await read(ready)).toMatchObject({
      extraction: 'ready',
      extractionReason: null,
      siteName: 'A site',
      author: 'An author',
      wordCount: 800,
    })
    const [inList] = (await list(caller, '')).links
    const { readAt, ...one } = await read(ready)
    expect(inList).toEqual(one)
    const { body } = await api.get('/api/links/1/content', { as: caller, after: ready })
    expect(readAt).toBe((body as { versions: { readAt: string }[] }).versions[0]?.readAt)
  })

  it('a link shares its article with one that differs in the fragment alone, and shows nothing of that one', async () => {
    const [mina, omar] = [aCaller(), aCaller()]
    const url = 'https://shared.example/article'
    const hash = 'e'.repeat(64)
    await api.pool.query(
      `INSERT INTO content.documents (hash, html, text, words, searched) VALUES ($1, '<p>Text</p>', 'Text', 1, '')`,
      [hash],
    )
    const own = { title: 'mina', note: 'mina', tags: ['mina'] }
    const hers = aLibrary(mina)
    await api.record(hers.stream, [hers.opened(), hers.saved(1, { url: `${url}#mina`, ...own })])
    const his = aLibrary(omar)
    await api.record(his.stream, [his.opened(), his.saved(1, { url: `${url}#omar` })])
    const article = anArticle(`${url}#mina`)
    const events = [article.failed(), article.retried(), article.extracted(hash)]
    const after = await api.record(article.stream, events)
    const get = (path: string) => api.get(path, { as: omar, after })
    const answers = await Promise.all([
      get('/api/links/1'),
      get('/api/links/1/content'),
      get('/api/links'),
      get('/api/links?q=shared'),
      get('/api/links?q=mina'),
      api.post('/api/cache-article', { articleId: 1 }, { as: omar, after }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(answers[1].body).toMatchObject({ status: 'ready', content: '<p>Text</p>' })
    expect(JSON.stringify(answers)).toContain('#omar')
    expect(JSON.stringify(answers)).not.toContain('mina')
  })

  it('a link is not found in another library, or by what is no number', async () => {
    const [owner, other] = [aCaller(), aCaller()]
    const { stream, opened, saved } = aLibrary(owner)
    const after = await api.record(stream, [opened(), saved(1)])
    expect((await api.get('/api/links/1', { as: owner, after })).status).toBe(200)
    for (const id of ['1', '2', '0', '-1', '1.0', '01', 'x', '99999999999', '1%00', '4294967297', "1'--"])
      for (const path of [`/api/links/${id}`, `/api/links/${id}/content`]) {
        const answer = await api.get(path, { as: other })
        expect([path, answer.status]).toEqual([path, 404])
      }
    expect((await api.post('/api/cache-article', { articleId: 1 }, { as: other })).status).toBe(404)
  })
})

it('a title that nobody typed is that of the page once it is read, in every answer', async () => {
  const caller = aCaller()
  const library = aLibrary(caller)
  const url = `https://example.com/${library.id}`
  const article = anArticle(url)
  const untyped = { url, title: 'Words of a path', titleFrom: 'page' as const }
  await api.record(library.stream, [library.opened(), library.saved(1, untyped)])
  const saved = await api.record(library.stream, [library.saved(2, { url, title: 'Typed' })])
  const titles = async (after: Position) => (await list(caller, '', after)).links.map(({ title }) => title)
  expect(await titles(saved)).toEqual(['Typed', 'Words of a path'])
  const failed = await api.record(article.stream, [article.failed()])
  await api.get('/api/links/1', { as: caller, after: failed })
  expect(await titles(failed)).toEqual(['Typed', 'Words of a path'])

  const read = await api.record(article.stream, [article.extracted()])
  expect((await api.get('/api/links/1', { as: caller, after: read })).body).toMatchObject({ title: 'A page' })
  expect((await api.get('/api/links/2', { as: caller, after: read })).body).toMatchObject({ title: 'Typed' })
  expect(await titles(read)).toEqual(['Typed', 'A page'])
  const contents = [1, 2].map(id => api.get(`/api/links/${id}/content`, { as: caller, after: read }))
  const shown = await Promise.all(contents)
  expect(shown.map(({ body }) => (body as { title: string }).title)).toEqual(['A page', 'Typed'])
})

it('a list of one address has the links with it in any spelling, archived ones too', async () => {
  const caller = aCaller()
  const { stream, opened, saved, archived } = aLibrary(caller)
  const url = 'https://known.example/a'
  const links = [saved(1, { url }), saved(2, { url: 'https://known.example/b' })]
  const after = await api.record(stream, [opened(), ...links, archived(1)])
  const at = (address: string, archive = 'all') =>
    list(caller, `${new URLSearchParams({ url: address, archived: archive })}`, after)
  const found = await at('http://KNOWN.example/a/?utm_source=mail#top')
  expect([found.links.map(({ id }) => id), found.total]).toEqual([[1], 1])
  expect((await at(url, 'false')).total).toBe(0)
  expect((await at('https://other.example/')).links).toEqual([])
  expect((await api.get('/api/links?url=nonsense', { as: caller, after })).status).toBe(400)
})

it('GET /api/tags gives each tag once, in its most used spelling, with its counts, and last those of archived links alone', async () => {
  const caller = aCaller()
  const { stream, opened, saved, archived } = aLibrary(caller)
  const tagged = [['Web', 'old'], ['web'], ['web', 'new'], ['gone', 'WEB'], []].map((tags, n) =>
    saved(n + 1, { tags }),
  )
  const after = await api.record(stream, [opened(), ...tagged, archived(4)])
  expect((await api.get('/api/tags', { as: caller, after })).body).toEqual({
    tags: [
      { tag: 'web', count: 3, archived: 1 },
      { tag: 'new', count: 1, archived: 0 },
      { tag: 'old', count: 1, archived: 0 },
      { tag: 'gone', count: 0, archived: 1 },
    ],
  })
})
