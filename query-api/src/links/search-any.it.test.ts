import { createHash } from 'node:crypto'
import { LinkList } from '@lectern/contracts/api/links.ts'
import { searchVector } from '@lectern/contracts/search-vector.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { aLibrary, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { runs } from '@lectern/stack/test-support/whole.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { aCaller, startQueryApi } from '../test-support/query-api.ts'

const parts = duringTests(startReadParts)
const api = duringTests(() => startQueryApi(parts))

/** The first word is in nearly every title, the last in hardly any. */
const WORDS = ['common', 'often', 'atimes', 'seldom', 'disinformative', 'reinformed']
const TAGS = ['often', 'tagged', 'seldom', 'reinformed']
const SITES = ['a.example', 'b.example', 'sub.a.example']

type Link = {
  readonly id: number
  readonly at: string
  readonly title: string
  readonly site: string
  readonly tags: readonly string[]
  readonly article: string
  readonly favorite: boolean
  readonly archived: boolean
  readonly collected: boolean
}

/** Derives everything from the id, so that a failure can be repeated. */
const links: Link[] = Array.from({ length: 400 }, (_, i) => {
  const id = i + 1
  const one = (list: readonly string[], salt: number) =>
    list[(id * 7_919 + salt * 104_729) % list.length] ?? ''
  return {
    id,
    at: new Date(Date.UTC(2026, 0, 1) + ((id * 37) % 400) * 3_600_000).toISOString(),
    title: WORDS.filter((_word, rank) => id % 3 ** rank === 0).join(' ') || 'nothing',
    site: one(SITES, 1),
    tags: id % 4 === 0 ? [...new Set([one(TAGS, 2), one(TAGS, 3)])] : [],
    article: id % 5 === 0 ? `${one(WORDS, 4)} inarticle ${one(WORDS, 5)}` : '',
    favorite: id % 11 === 0,
    archived: id % 13 === 0,
    collected: id % 6 === 0,
  }
})

type Term = {
  readonly text: string
  readonly kind: 'word' | 'tag' | 'filter'
  own: (link: Link) => boolean
  word?: string
}

const word = fc.constantFrom(...WORDS, 'eldo', 'co', 'inarticle', 'nowhere').map(
  (text): Term => ({
    text,
    word: text,
    kind: 'word',
    own: l => l.title.includes(text) || l.tags.some(tag => tag.includes(text)),
  }),
)
const tag = fc
  .constantFrom(...TAGS)
  .map((text): Term => ({ text: `#${text}`, kind: 'tag', own: link => link.tags.includes(text) }))
const filter = fc.constantFrom<Term>(
  {
    text: 'site:a.example',
    kind: 'filter',
    own: ({ site }) => site === 'a.example' || site === 'sub.a.example',
  },
  { text: 'is:favorite', kind: 'filter', own: link => link.favorite },
  { text: 'in:"collection 1"', kind: 'filter', own: link => link.collected },
  { text: 'after:2026-01-10', kind: 'filter', own: link => link.at >= '2026-01-10' },
  { text: '-seldom', kind: 'filter', own: link => !has(link, 'seldom') },
  { text: '-#tagged', kind: 'filter', own: link => !link.tags.includes('tagged') },
)
const inArticle = (link: Link, text: string) => link.article.split(' ').some(each => each.startsWith(text))
const has = (link: Link, text: string) =>
  link.title.includes(text) || link.tags.some(each => each.includes(text)) || inArticle(link, text)

/** Looks at every link, and gives what the search should find in its order. */
const expected = (terms: readonly Term[]): number[] => {
  const of = (kind: Term['kind']) => terms.filter(term => term.kind === kind)
  const isOwn = (link: Link) => of('word').every(term => term.own(link))
  return links
    .filter(link => !link.archived && of('filter').every(term => term.own(link)))
    .filter(link => of('tag').length === 0 || of('tag').some(term => term.own(link)))
    .filter(link => of('word').every(term => term.own(link) || inArticle(link, term.word ?? '')))
    .toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || b.at.localeCompare(a.at) || b.id - a.id)
    .map(link => link.id)
}

it('a search finds page by page what a look at every link finds', async () => {
  const caller = aCaller()
  const { stream, ...of } = aLibrary(caller)
  const url = ({ id, site }: Link) => `https://${site}/${caller.libraryId}/${id}`
  await api.record(stream, [of.opened(), of.granted('pro'), of.collectionCreated(1)])
  let after: Position | undefined
  for (const link of links.filter(each => each.article !== '')) {
    const hash = createHash('sha256').update(link.article).digest('hex')
    await api.pool.query(
      `INSERT INTO content.documents (hash, html, text, words, searched) VALUES ($1, '', $2, 3, $3) ON CONFLICT DO NOTHING`,
      [hash, link.article, searchVector(link.article)],
    )
    const article = anArticle(url(link))
    await api.record(article.stream, [article.extracted(hash)])
  }
  after = await api.record(
    stream,
    links.map(link =>
      of.saved(link.id, { at: link.at, url: url(link), title: link.title, tags: [...link.tags] }),
    ),
  )
  const idsOf = (is: (link: Link) => boolean) => links.filter(is).map(({ id }) => id)
  after = await api.record(stream, [
    of.edited(
      idsOf(link => link.favorite),
      { isFavorite: true },
    ),
    of.edited(
      idsOf(link => link.archived),
      { isArchived: true },
    ),
    of.edited(
      idsOf(link => link.collected),
      { collectionId: 1 },
    ),
  ])

  const find = async (q: string, more: string) => {
    const ask = () => api.get(`/api/links?q=${encodeURIComponent(q)}${more}`, { as: caller, after })
    const answer = await ask()
    expect([q, answer.status]).toEqual([q, 200])
    expect((await ask()).body).toEqual(answer.body)
    return LinkList.parse(answer.body)
  }
  const search = fc.array(fc.oneof({ weight: 3, arbitrary: word }, tag, filter), {
    minLength: 1,
    maxLength: 4,
  })
  await fc.assert(
    fc.asyncProperty(search, fc.constantFrom(7, 1_000), async (terms, limit) => {
      const q = terms.map(({ text }) => text).join(' ')
      const wanted = expected(terms)
      const found: number[] = []
      let cursor: string | null = ''
      while (cursor !== null && found.length < 60) {
        const page: LinkList = await find(q, `&limit=${limit}${cursor && `&cursor=${cursor}`}`)
        expect([q, page.total]).toEqual([q, wanted.length])
        found.push(...page.links.map(({ id }) => id))
        cursor = page.nextCursor
      }
      expect([q, found]).toEqual([q, cursor === null ? wanted : wanted.slice(0, found.length)])
    }),
    runs(150),
  )
})
