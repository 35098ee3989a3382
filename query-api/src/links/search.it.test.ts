import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { LinkList } from '@lectern/contracts/api/links.ts'
import { searchVector } from '@lectern/contracts/search-vector.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { aLibrary, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { aCaller, startQueryApi } from '../test-support/query-api.ts'

const parts = duringTests(startReadParts)
const api = duringTests(() => startQueryApi(parts))
const [paid, free, stranger] = [aCaller(), aCaller(), aCaller()]

const find = async (
  q: string,
  { as = paid, more = '', after }: { as?: Caller; more?: string; after?: Position } = {},
) => {
  const answer = await api.get(`/api/links?q=${encodeURIComponent(q)}${more}`, { as, after })
  expect([q, answer.status]).toEqual([q, 200])
  return LinkList.parse(answer.body)
}
const ids = ({ links }: LinkList) => links.map(link => link.id).toSorted((a, b) => a - b)

const fill = (caller: Caller) => {
  const { stream, ...of } = aLibrary(caller)
  const day = (n: number) => `2026-03-0${n}T12:00:00.000Z`
  return api.record(stream, [
    of.opened(),
    of.collectionCreated(1),
    of.saved(1, {
      at: day(1),
      url: 'https://www.example.com/Growing-Tomatoes',
      title: 'Crème brûlée',
      tags: ['Food', 'slow cooking'],
    }),
    of.saved(2, {
      at: day(2),
      url: 'https://news.example.com/a?b=100%25',
      title: '100% of it_all',
      note: 'Straße \\ back',
      tags: [],
    }),
    of.saved(3, {
      at: day(3),
      url: 'https://notexample.com/x',
      title: "O'Reilly; DROP TABLE",
      tags: ['foodie'],
    }),
    of.saved(4, { at: day(4), url: 'https://other.org/zq', title: 'Favourite thing', tags: ['food'] }),
    of.saved(5, { at: day(5), url: 'https://other.org/archived', title: 'Put away', tags: ['old'] }),
    of.favorited(4),
    of.archived(5),
    of.collected(2, 1),
  ])
}

beforeAll(async () => {
  const granted = aLibrary(paid)
  await find('x', { as: free, after: await fill(free) })
  await fill(paid)
  await find('x', { after: await api.record(granted.stream, [granted.granted('pro')]) })
})

it('finds what is printed by what people type, in titles, notes and tags', async () => {
  const path = new URL('../../../contracts/fixtures/searches/typed-and-printed.json', import.meta.url)
  const { titles, searches } = JSON.parse(readFileSync(path, 'utf8')) as {
    titles: string[]
    searches: Record<string, number[]>
  }
  const reader = aCaller()
  const { stream, ...of } = aLibrary(reader)
  const url = (n: number) => `https://typed.example/${n}`
  const saves = titles.flatMap((text, n) => [
    of.saved(n + 1, { url: url(n + 1), title: text, tags: [] }),
    of.saved(n + 101, { url: url(n + 101), title: 'x', note: text, tags: [] }),
    of.saved(n + 201, { url: url(n + 201), title: 'x', tags: [text] }),
  ])
  const after = await api.record(stream, [of.opened(), ...saves])
  await find('x', { as: reader, after })
  for (const [typed, found] of Object.entries(searches)) {
    const places = found.flatMap(n => [n, n + 100, n + 200]).toSorted((a, b) => a - b)
    expect([typed, ids(await find(typed, { as: reader }))]).toEqual([typed, places])
  }
  // A tag keeps its spelling.
  const { links } = await find(`tag:"don't panic"`, { as: reader })
  expect(links.map(({ tags }) => tags)).toEqual([['Don’t panic']])
})

it('finds links whose pages could not be read, on every plan', async () => {
  const reader = aCaller()
  const { stream, ...of } = aLibrary(reader)
  const urls = [
    'https://unreadable.example/1',
    'https://unreadable.example/2',
    'https://unreadable.example/3',
  ]
  const saved = urls.map((url, n) => of.saved(n + 1, { url, title: 'A page' }))
  const [read, failed] = urls.map(url => anArticle(`${url}`))
  await api.record(read?.stream ?? '', [read?.extracted() as never])
  await api.record(failed?.stream ?? '', [failed?.failed() as never])
  const after = await api.record(stream, [of.opened(), ...saved])
  const links = async (q: string) => ids(await find(q, { as: reader, after }))
  expect(await links('is:unreadable')).toEqual([2])
  expect(await links('is:unreadable page')).toEqual([2])
  expect(await links('is:unreadable other')).toEqual([])
})

describe('a search', () => {
  it.each([
    ['*', [1, 2, 3, 4]],
    ['', [1, 2, 3, 4]],
    ['creme', [1]],
    ['BRÛLÉE', [1]],
    ['omato', [1]],
    ['growing-tom', [1]],
    ['strasse', [2]],
    ['example', [1, 2, 3]],
    ['example creme', [1]],
    ['example nothing', []],
    ['food', [1, 3, 4]],
    ['#food', [1, 4]],
    ['tag:FOOD', [1, 4]],
    ['tag:"slow cooking"', [1]],
    ['#slow', []],
    ['#food #foodie', [1, 3, 4]],
    ['#food thing', [4]],
    ['site:example.com', [1, 2]],
    ['domain:www.example.com', [1, 2]],
    ['site:news.example.com', [2]],
    ['site:ample.com', []],
    ['z', [4]],
    ['zq', [4]],
    ['%', [2]],
    ['_', [2]],
    ['100%', [2]],
    ['it_all', [2]],
    ['itXall', []],
    ['\\', [2]],
    ["o'reilly;", [3]],
    ["' OR 1=1 --", []],
    ['"drop table"', [3]],
  ])('a search for %j finds %j', async (q, expected) => {
    for (const as of [paid, free]) {
      const found = await find(q, { as })
      expect(ids(found)).toEqual(expected)
      expect(found.total).toBe(expected.length)
      expect(found.advancedSearch).toBeUndefined()
    }
    expect((await find(q, { as: stranger })).links).toEqual([])
  })

  it.each([
    ['is:favorite', [4]],
    ['-is:favorite', [1, 2, 3]],
    ['is:archived', [5]],
    ['is:archived #old', [5]],
    ['in:"collection 1"', [2]],
    ['-in:"collection 1"', [1, 3, 4]],
    ['in:nowhere', []],
    ['before:2026-03-02', [1]],
    ['after:2026-03-03', [3, 4]],
    ['after:2026-03-02 before:2026-03-04', [2, 3]],
    ['-food', [2]],
    ['-#food', [2, 3]],
    ['-site:example.com', [3, 4]],
    ['food -thing', [1, 3]],
  ])('a search for %j is for paid plans', async (q, expected) => {
    const found = await find(q)
    expect(ids(found)).toEqual(expected)
    expect(found.advancedSearch).toBeUndefined()
    const without = await find(q, { as: free })
    expect(without.advancedSearch).toBe('upgrade')
    expect(without.links).toEqual([])
  })

  it.each([
    '\u0000',
    '\ud800',
    '😀',
    "'",
    '"',
    '"unended',
    '#',
    'tag:',
    '((',
    '*:*',
    '\\u0000',
    "E'\\'",
    '$1',
    '%%%%',
    'a'.repeat(5_000),
    '-'.repeat(900),
    Array.from({ length: 90 }, (_, i) => `w${i}`).join(' '),
  ])('a search takes any text: %j', async q => {
    const search = q.toWellFormed()
    for (const as of [paid, free]) await find(search, { as })
  })

  it('a search respects the other filters', async () => {
    expect(ids(await find('food', { more: '&favorite=true' }))).toEqual([4])
    expect(ids(await find('example', { more: '&collection=1' }))).toEqual([2])
    expect(ids(await find('example', { more: '&collection=none' }))).toEqual([1, 3])
    expect(ids(await find('other', { more: '&archived=all' }))).toEqual([4, 5])
    expect((await api.get('/api/links?q=example&collection=9', { as: paid })).status).toBe(404)
  })

  it('a search follows every change of the texts of links at once', async () => {
    const caller = aCaller()
    const { stream, ...of } = aLibrary(caller)
    const after = await api.record(stream, [
      of.opened(),
      of.saved(1, { tags: ['one'] }),
      of.saved(2),
      of.saved(3),
    ])
    expect(ids(await find('#one', { as: caller, after }))).toEqual([1])
    const edited = await api.record(stream, [of.edited([[1, 2]], { tags: ['Zwei'] })])
    expect(ids(await find('#one', { as: caller, after: edited }))).toEqual([])
    expect(ids(await find('zwei', { as: caller }))).toEqual([1, 2])
    const deleted = await api.record(stream, [of.deleted(1), of.bulkDeleted([3])])
    expect(ids(await find('link', { as: caller, after: deleted }))).toEqual([2])
  })
})

it('a search counts anew after a change by somebody else', async () => {
  const caller = aCaller()
  const { stream, ...of } = aLibrary(caller)
  const after = await api.record(stream, [
    of.opened(),
    of.saved(1),
    of.saved(2),
    of.saved(3, { tags: ['new'] }),
  ])
  expect((await find('link', { as: caller, after })).total).toBe(3)
  expect((await find('link', { as: caller, more: '&limit=1' })).total).toBe(3)
  // Another member of the library reads: the write is not theirs, so that only notifications tell of it.
  await api.record(stream, [of.deleted(1), of.edited([2], { isArchived: true })])
  await expect.poll(async () => (await find('link', { as: caller })).total).toBe(1)
  await api.record(stream, [of.saved(4, { title: 'Linked', tags: ['newer'] })])
  await expect.poll(async () => (await find('new', { as: caller })).total).toBe(2)
})

describe('the words of articles', () => {
  const caller = aCaller()
  const without = aCaller()
  const texts = new Map([
    [1, 'The quick brown fox jumps over a tomato.'],
    [2, 'Nothing of the kind.'],
    [4, 'Quick, brown: a fox. 東京都に住む <mark>x</mark> \u0002x\u0003'],
  ])
  beforeAll(async () => {
    for (const as of [caller, without]) {
      const { stream, ...of } = aLibrary(as)
      const url = (id: number) => `https://example.com/${as.libraryId}/${id}`
      await api.record(stream, [
        of.opened(),
        ...[1, 2, 3, 4].map(id =>
          of.saved(id, {
            url: url(id),
            title: id === 2 ? 'A fox' : `Link ${id}`,
            tags: id === 3 ? ['Fox'] : [],
          }),
        ),
      ])
      if (as === caller) await api.record(stream, [of.granted('pro')])
      for (const [id, text] of texts) {
        const hash = createHash('sha256').update(text).digest('hex')
        await api.pool.query(
          `INSERT INTO content.documents (hash, html, text, words, searched) VALUES ($1, '', $2, 9, $3) ON CONFLICT DO NOTHING`,
          [hash, text, searchVector(text)],
        )
        const article = anArticle(url(id))
        await find('x', { as, after: await api.record(article.stream, [article.extracted(hash)]) })
      }
    }
  })

  it.each([
    // Matches in title, url, note and tags come first; each group is newest first.
    ['fox', [3, 2, 4, 1]],
    ['brown fox', [4, 1]],
    ['"brown fox"', [1]],
    ['"quick brown"', [4, 1]],
    ['tom', [1]],
    ['omato', []],
    ['link tomato', [1]],
    ['kind fox', [2]],
    ['東京', [4]],
    ['fox -tomato', [3, 2, 4]],
    ['fox -brown', [3, 2]],
    ['fox -lazy -!! -tomato', [3, 2, 4]],
    ['-tomato -fox', []],
    ['#fox nothing', []],
    ['jumps site:example.com', [1]],
    ['jumps site:example.org', []],
    ['jumps is:favorite', []],
    ['!!', []],
  ])('a search for %j finds %j, also by the words of articles', async (q, expected) => {
    const found = await find(q, { as: caller })
    expect(found.links.map(link => link.id)).toEqual(expected)
    expect(found.total).toBe(expected.length)
    const paged: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: LinkList = await find(q, { as: caller, more: `&limit=1${cursor && `&cursor=${cursor}`}` })
      expect(page.total).toBe(expected.length)
      paged.push(...page.links.map(link => link.id))
      cursor = page.nextCursor
    }
    expect(paged).toEqual(expected)
  })

  it.each([
    ["don't panic", 'Don’t panic'],
    ['covid-19', 'Covid‑19'],
    ['1914-1918', '1914–1918'],
    ["l'ete", 'l’été'],
    ["hawai'i", 'Hawaiʻi'],
    ['"10 000"', '10\u202f000'],
    ['fine', 'ﬁne'],
    ['ligature', 'lig\u00adature'],
  ])('%j finds %j in an article, and marks it', async (typed, printed) => {
    const reader = aCaller()
    const { stream, ...of } = aLibrary(reader)
    const url = `https://printed.example/${reader.libraryId}`
    const text = `Before it stands ${printed}, and after it.`
    await api.record(stream, [of.opened(), of.saved(1, { url, title: 'x', tags: [] }), of.granted('pro')])
    const hash = createHash('sha256').update(text).digest('hex')
    await api.pool.query(
      `INSERT INTO content.documents (hash, html, text, words, searched) VALUES ($1, '', $2, 9, $3) ON CONFLICT DO NOTHING`,
      [hash, text, searchVector(text)],
    )
    const article = anArticle(url)
    const after = await api.record(article.stream, [article.extracted(hash)])
    const [link] = (await find(typed, { as: reader, after })).links
    const marked = link?.snippet?.marks.map(([from, to]) => link.snippet?.text.slice(from, to))
    expect([link?.id, marked?.join(' ')]).toEqual([1, printed.replace(/\s/g, ' ')])
  })

  it('the words of an article are shown around the match where only they have it', async () => {
    const snippets = async (q: string) =>
      (await find(q, { as: caller })).links.map(({ id, snippet }) => [
        id,
        snippet?.marks.map(([from, to]) => snippet.text.slice(from, to)),
      ])
    expect(await snippets('fox')).toEqual([
      [3, undefined],
      [2, undefined],
      [4, ['fox']],
      [1, ['fox']],
    ])
    expect(await snippets('link tomato')).toEqual([[1, ['tomato']]])
    expect(await snippets('東京')).toEqual([[4, ['東京']]])
    const [link] = (await find('quick brown -tomato', { as: caller })).links
    expect(link?.snippet?.text).toBe(texts.get(4))
    for (const { snippet } of (await find('', { as: caller })).links) expect(snippet).toBeUndefined()
  })

  it('the words of articles are found on paid plans alone', async () => {
    expect((await find('fox', { as: without })).links.map(link => link.id)).toEqual([3, 2])
    expect((await find('jumps', { as: without })).links).toEqual([])
  })
})

it.each([
  ['many tags that have a word', 200, 10],
  ['more tags than a process should hold', 4_500, 100],
])('a search finds the same among %s', async (_name, count, length) => {
  const caller = aCaller()
  const { stream, ...of } = aLibrary(caller)
  const tags = Array.from({ length: count }, (_, n) => `word${n}_`.padEnd(length, '.'))
  const after = await api.record(stream, [
    of.opened(),
    of.granted('pro'),
    of.saved(1, { tags }),
    of.saved(2, { tags: tags.slice(7, 9) }),
    of.saved(3, { title: 'A word of its own', tags: [] }),
    of.saved(4, { tags: ['other'] }),
  ])
  expect(ids(await find('word', { as: caller, after }))).toEqual([1, 2, 3])
  expect(ids(await find('Word7_', { as: caller }))).toEqual([1, 2])
  expect(ids(await find('word link', { as: caller }))).toEqual([1, 2])
  expect(ids(await find('wo -word9_', { as: caller }))).toEqual([2, 3])
  expect(ids(await find('-word', { as: caller }))).toEqual([4])
  expect(ids(await find('word #other', { as: caller }))).toEqual([])
})

it('a search gives every match once over its pages, newest first, and counts up to 1,000', async () => {
  const caller = aCaller()
  const { stream, ...of } = aLibrary(caller)
  const count = 1_203
  const saves = Array.from({ length: count }, (_, i) => {
    const at = new Date(Date.UTC(2026, 0, 1) + ((i * 7) % 50) * 1_001).toISOString()
    return of.saved(i + 1, { at, title: i % 3 === 0 ? 'third' : 'other' })
  })
  const after = await api.record(stream, [of.opened(), ...saves])
  const first = await find('example', { as: caller, more: '&limit=1000', after })
  const rest = await find('example', { as: caller, more: `&limit=1000&cursor=${first.nextCursor}` })
  const all = [...first.links, ...rest.links]
  expect([all.length, first.total, first.totalIsLowerBound]).toEqual([count, 1_000, true])
  const order = all.map(link => [link.createdAt, link.id] as const)
  expect(order).toEqual(order.toSorted((a, b) => b[0].localeCompare(a[0]) || b[1] - a[1]))

  const found: number[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const more: string = `&limit=37${cursor === '' ? '' : `&cursor=${cursor}`}`
    const page = await find('third', { as: caller, more })
    expect([page.total, page.totalIsLowerBound]).toEqual([401, undefined])
    found.push(...page.links.map(link => link.id))
    cursor = page.nextCursor
  }
  expect(found).toEqual(all.filter(link => link.title === 'third').map(link => link.id))
})
