import type { ArticleEvent } from '@lectern/contracts/events/article.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { searchVector } from '@lectern/contracts/search-vector.ts'
import { AT, aLibrary, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { startProjections } from '../../test-support/projections.ts'
import { emptyBacklog } from './backlog.ts'

const parts = duringTests(startOwnParts)
const projections = duringTests(() => startProjections(parts))
const [FIRST, SECOND] = ['1'.repeat(64), '2'.repeat(64)]
beforeAll(async () => {
  for (const [hash, text] of [
    [FIRST, 'Tomatoes need sun'],
    [SECOND, 'They need rain'],
  ] as const)
    await projections.pool.query(
      `INSERT INTO content.documents (hash, html, text, words, searched) VALUES ($1, '', $2, 3, $3)`,
      [hash, text, searchVector(text)],
    )
})

type Story = { readonly library: LibraryEvent } | { readonly article: ArticleEvent }
type Tell = (tools: {
  library: ReturnType<typeof aLibrary>
  extracted: (hash: string) => ArticleEvent
  failed: () => ArticleEvent
  url: string
}) => Story[]

/** The words of each link after some events. */
const stories: [name: string, tell: Tell, words: Record<number, string>][] = [
  [
    'an article that is read after its link was saved',
    ({ library, url, extracted }) => [{ library: library.saved(1, { url }) }, { article: extracted(FIRST) }],
    { 1: "'need':2 'sun':3 'tomatoes':1" },
  ],
  [
    'a link to an article that was read before',
    ({ library, url, extracted }) => [{ article: extracted(FIRST) }, { library: library.saved(1, { url }) }],
    { 1: "'need':2 'sun':3 'tomatoes':1" },
  ],
  [
    'links saved before and after the article was read',
    ({ library, url, extracted }) => [
      { library: library.saved(1, { url }) },
      { library: library.saved(2) },
      { article: extracted(FIRST) },
      { library: library.saved(3, { url }) },
    ],
    { 1: "'need':2 'sun':3 'tomatoes':1", 3: "'need':2 'sun':3 'tomatoes':1" },
  ],
  [
    'an article that was read again',
    ({ library, url, extracted }) => [
      { library: library.saved(1, { url }) },
      { article: extracted(FIRST) },
      { article: extracted(SECOND) },
      { library: library.saved(2, { url }) },
    ],
    { 1: "'need':2 'rain':3 'they':1", 2: "'need':2 'rain':3 'they':1" },
  ],
  [
    'an article that could not be read again',
    ({ library, url, extracted, failed }) => [
      { library: library.saved(1, { url }) },
      { article: extracted(FIRST) },
      { article: failed() },
      { library: library.saved(2, { url }) },
    ],
    {},
  ],
  [
    'a document that is missing',
    ({ library, url, extracted }) => [
      { library: library.saved(1, { url }) },
      { article: extracted('f'.repeat(64)) },
    ],
    {},
  ],
  [
    'links deleted before and after the article was read',
    ({ library, url, extracted }) => [
      { library: library.saved(1, { url }) },
      { library: library.saved(2, { url }) },
      { library: library.saved(3, { url }) },
      { library: library.deleted(1) },
      { article: extracted(FIRST) },
      { library: library.bulkDeleted([2]) },
    ],
    { 3: "'need':2 'sun':3 'tomatoes':1" },
  ],
  [
    'links imported before and after the article was read, and deleted while they wait',
    ({ library, url, extracted }) => [
      { library: library.imported([1, 2, 3], { url: n => (n < 3 ? `${url}#${n}` : `${url}/other`) }) },
      { library: library.deleted(2) },
      { article: extracted(FIRST) },
      { library: library.imported([4, 5], { url: n => `${url}#${n}` }) },
      { library: library.bulkDeleted([5]) },
    ],
    { 1: "'need':2 'sun':3 'tomatoes':1", 4: "'need':2 'sun':3 'tomatoes':1" },
  ],
]

describe('the words of articles', () => {
  it.each(
    stories.flatMap(([name, tell, words]) => [
      { name: `${name}, in one batch`, tell, words, cut: false },
      { name: `${name}, event by event`, tell, words, cut: true },
    ]),
  )('the words of links are right for $name', async ({ tell, words, cut }) => {
    const library = aLibrary()
    const url = `https://example.com/${library.id}`
    const { stream, extracted, failed } = anArticle(url)
    await projections.record(library.stream, [library.opened()])
    for (const event of tell({ library, url, extracted, failed })) {
      if ('library' in event) await projections.record(library.stream, [event.library])
      else await projections.record(stream, [event.article])
      if (cut) await projections.project()
    }
    await projections.project()
    await emptyBacklog(projections.pool, projections.schema)
    const { rows } = await projections.pool.query(
      `SELECT id, words::text FROM ${projections.schema}.search_articles WHERE library_id = $1`,
      [library.id],
    )
    expect(Object.fromEntries(rows.map(row => [row.id, row.words]))).toEqual(words)
  })
})

describe('edited links', () => {
  it.each([
    ['that searches know', false],
    ['that waits in the backlog', true],
  ])(
    'an edited link %s is found by its new texts, and by the words of its new address',
    async (_, isImported) => {
      const library = aLibrary()
      const url = `https://example.com/${library.id}/moved`
      const { stream, extracted } = anArticle(url)
      await projections.record(stream, [extracted(FIRST)])
      const first = isImported ? library.imported([1]) : library.saved(1)
      const changes = { url, urlKey: url, title: 'A café', note: 'Why', tags: ['New'] }
      await projections.record(library.stream, [library.opened(), first, library.linkEdited(1, changes)])
      await projections.project()
      await emptyBacklog(projections.pool, projections.schema)
      const { rows } = await projections.pool.query(
        `SELECT own, tags, words::text FROM ${projections.schema}.search
       JOIN ${projections.schema}.search_link_tags USING (library_id, id)
       JOIN ${projections.schema}.search_articles USING (library_id, id) WHERE library_id = $1`,
        [library.id],
      )
      const own = `a cafe\n${url}\nwhy\nexample.com`
      expect(rows).toEqual([{ own, tags: ['new'], words: "'need':2 'sun':3 'tomatoes':1" }])
    },
  )
})

it('an edit that is undone leaves the rows as they were', async () => {
  const library = aLibrary()
  const { pool, schema } = projections
  const rows = async () =>
    (
      await pool.query(
        `SELECT own, t.tags AS folded, link.*
         FROM ${schema}.search JOIN ${schema}.search_link_tags AS t USING (library_id, id)
           JOIN ${schema}.links AS link USING (library_id, id) WHERE library_id = $1`,
        [library.id],
      )
    ).rows
  await projections.record(library.stream, [library.opened(), library.saved(1)])
  await projections.project()
  const before = await rows()
  const changes = { url: 'https://example.com/x', urlKey: 'x', title: 'Other', note: 'Why', tags: ['New'] }
  await projections.record(library.stream, [library.linkEdited(1, changes)])
  await projections.project()
  expect(await rows()).not.toEqual(before)
  const { url, url_key: urlKey, title, note, tags: names } = before[0]
  const texts = { url, urlKey, title, titleFrom: 'person' as const, note }
  const tags = { names, lists: [names.map((_: string, n: number) => n)], links: [0] }
  const restoring = [{ links: [1], restored: { texts, tags }, before: null }]
  const undone = { undone: 'act', changes: restoring, left: [], at: AT }
  await projections.record(library.stream, [{ type: 'ActUndone', data: undone }])
  await projections.project()
  expect(await rows()).toEqual(before)
})

it.each([
  ['in one batch', false],
  ['event by event', true],
])('a link whose title was not typed is found by that of its page, %s', async (_, cut) => {
  const library = aLibrary()
  const url = `https://example.com/${library.id}`
  const { stream, extracted, failed } = anArticle(url)
  const untyped = { url, title: 'Words of a path', titleFrom: 'page' as const }
  for (const [of, event] of [
    [library.stream, library.opened()],
    [library.stream, library.saved(1, untyped)],
    [library.stream, library.saved(2, { ...untyped, titleFrom: 'person' })],
    [stream, extracted(FIRST)],
    [stream, failed()],
    [library.stream, library.saved(3, untyped)],
    [library.stream, library.linkEdited(2, { titleFrom: 'page' }, url)],
    [library.stream, library.linkEdited(3, { title: 'Mine' }, url)],
  ] as const) {
    await projections.record(of, [event])
    if (cut) await projections.project()
  }
  await projections.project()
  const { rows } = await projections.pool.query(
    `SELECT id, split_part(own, E'\n', 1) AS title FROM ${projections.schema}.search WHERE library_id = $1 ORDER BY id`,
    [library.id],
  )
  expect(rows.map(({ title }) => title)).toEqual(['a page', 'a page', 'mine'])
})

it('imported links are found once they left the backlog, with the tags that they have by then', async () => {
  const library = aLibrary()
  const retagged = library.edited([2], { tags: ['New'] })
  await projections.record(library.stream, [library.opened(), library.imported([1, 2, 3]), retagged])
  await projections.record(library.stream, [library.deleted(1), library.saved(4)])
  await projections.project()
  await emptyBacklog(projections.pool, projections.schema)
  const { rows } = await projections.pool.query(
    `SELECT id, own, tags FROM ${projections.schema}.search
     JOIN ${projections.schema}.search_link_tags USING (library_id, id) WHERE library_id = $1 ORDER BY id`,
    [library.id],
  )
  expect(rows).toEqual([
    { id: 2, own: expect.stringContaining('link 2'), tags: ['new'] },
    { id: 3, own: expect.stringContaining('link 3'), tags: ['t'] },
    { id: 4, own: expect.stringContaining('link 4'), tags: ['t'] },
  ])
})

it('rows that need no change are not written again', async () => {
  const library = aLibrary()
  const url = `https://example.com/${library.id}`
  const { id, stream, extracted } = anArticle(url)
  const retagged = library.edited([1], { tags: ['Garden', 'sun'] })
  /** The place of each row, which changes when the row is written again. */
  const places = async () => {
    const { rows } = await projections.pool.query(
      `SELECT 'links', ctid FROM ${projections.schema}.links WHERE library_id = $1
       UNION ALL SELECT 'tags', ctid FROM ${projections.schema}.search_link_tags WHERE library_id = $1
       UNION ALL SELECT 'words', ctid FROM ${projections.schema}.search_articles WHERE library_id = $1
       UNION ALL SELECT 'libraries', ctid FROM ${projections.schema}.libraries WHERE library_id = $1
       UNION ALL SELECT 'article', ctid FROM ${projections.schema}.articles WHERE article_id = decode($2, 'hex')
       UNION ALL SELECT 'known', ctid FROM ${projections.schema}.article_words WHERE article_id = decode($2, 'hex')`,
      [library.id, id],
    )
    return rows
  }
  await projections.record(library.stream, [library.opened(), library.saved(1, { url }), retagged])
  await projections.record(stream, [extracted(FIRST)])
  await projections.project()
  const before = await places()
  expect(before).toHaveLength(6)
  await projections.record(stream, [extracted(FIRST)])
  await projections.record(library.stream, [retagged])
  await projections.project()
  expect(await places()).toEqual(before)
})
