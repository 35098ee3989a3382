import { randomUUID } from 'node:crypto'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { aLibrary, aNotebook, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { startProjections } from '../test-support/projections.ts'
import { verify } from './verify.ts'

const parts = duringTests(startOwnParts)
const projections = duringTests(() => startProjections(parts))
const library = aLibrary()
const other = aLibrary()
const notebook = aNotebook(library.id)
const ARTICLE = 'https://example.com/article'
const article = anArticle(ARTICLE)

const requested = (importId: string): LibraryEvent => ({
  type: 'ImportRequested',
  data: {
    ...{ importId, uploadId: randomUUID(), sha256: 'a'.repeat(64), source: 'pocket', fileName: 'pocket.csv' },
    ...{ requestedBy: randomUUID(), expectedRows: 3, proceedWithFree: false, at: '2026-03-01T10:00:00.000Z' },
  },
})

beforeAll(async () => {
  await projections.record(library.stream, [
    ...[library.opened(), library.granted('pro'), library.saved(1)],
    ...[library.saved(2, { url: ARTICLE, titleFrom: 'page' }), library.saved(3)],
    ...[library.collectionCreated(1), library.collected(1, 1), library.archived(2), library.deleted(3)],
    ...[
      library.linkEdited(1, { title: 'Another', tags: ['x'] }),
      library.edited([1, 2], { isFavorite: true }),
    ],
    ...[requested(library.id), library.imported([4, 5])],
  ])
  await projections.record(other.stream, [other.opened(), other.saved(1)])
  await projections.record(notebook.stream, [
    ...[notebook.taken(1, 1), notebook.taken(2, 2, { noteType: 'highlight' }), notebook.taken(3, 1)],
    ...[notebook.revised(3, { content: 'Else' }), notebook.deleted(1)],
  ])
  await projections.record(article.stream, [article.failed(), article.extracted(), article.rereadRequested()])
  await projections.project()
})

const found = async () => (await verify(projections)).difference
/** Without triggers, so that damaged links leave the counts as they are. */
const sql = (text: string) =>
  projections.pool.query(
    `SET LOCAL session_replication_role = replica; ${text.replaceAll('read.', `${projections.schema}.`)}`,
  )

it('rows that the projectors wrote are what the events lead to', async () => {
  expect(await verify(projections)).toEqual({ libraries: 2, articles: 1, difference: undefined })
})

it('events that are not projected yet are no difference', async () => {
  await projections.record(other.stream, [other.saved(2)])
  expect(await found()).toBeUndefined()
  await projections.project()
  expect(await found()).toBeUndefined()
})

describe('the first difference', () => {
  /** Changes rows, looks, and puts them back. */
  const differs = async (change: string, back: string) => {
    await sql(change)
    const difference = await found()
    await sql(back)
    expect(await found()).toBeUndefined()
    return difference
  }
  const ofLibrary = `library_id ${library.id}`

  it.each([
    ['links', 'is_favorite', 'false', 'true', 'id = 1', 'id 1'],
    ['collections', 'active', '7', '1', 'id = 1', 'id 1'],
    ['tags', 'active', '9', '1', `tag = 'x'`, 'tag x'],
    ['deleted_links', 'title', `'no'`, `'Link 3'`, 'id = 3', 'id 3'],
    ['libraries', 'archived', '9', '1', 'true', ''],
    ['notes', 'content', `'no'`, `'Else'`, 'id = 3', 'id 3'],
    ['imports', 'imported', '1', '2', 'true', `id ${library.id}`],
  ])(
    'the first difference is named in %s, where %s is %s',
    async (table, column, wrong, right, which, name) => {
      const set = (value: string) =>
        `UPDATE read.${table} SET ${column} = ${value} WHERE library_id = '${library.id}' AND ${which}`
      const difference = await differs(set(wrong), set(right))
      const plain = (value: string) => value.replaceAll("'", '"')
      expect(difference).toBe(
        `${table} (${[ofLibrary, name].filter(Boolean).join(', ')}) has the ${column} ${plain(wrong)}, and its events lead to ${plain(right)}.`,
      )
    },
  )

  it('the first difference is named where a row is missing, or there without an event', async () => {
    await sql(`CREATE TABLE read.kept AS SELECT * FROM read.links`)
    const missing = await differs(
      `DELETE FROM read.links WHERE library_id = '${library.id}' AND id = 5`,
      `INSERT INTO read.links SELECT * FROM read.kept WHERE library_id = '${library.id}' AND id = 5`,
    )
    expect(missing).toBe(`links (${ofLibrary}, id 5) is missing.`)
    const stranger = randomUUID()
    const extra = await differs(
      `INSERT INTO read.tags VALUES ('${stranger}', 't', 1)`,
      `DELETE FROM read.tags WHERE library_id = '${stranger}'`,
    )
    expect(extra).toBe(`tags (library_id ${stranger}, tag t) is there, and no event leads to it.`)
    await sql('DROP TABLE read.kept')
  })

  it.each(['links', 'deleted_links', 'imports', 'import_chunks', 'notes', 'deleted_notes', 'link_order'])(
    'the first difference is named where only %s knows a library',
    async table => {
      const stranger = randomUUID()
      const difference = await differs(
        `INSERT INTO read.${table} SELECT (jsonb_populate_record(t, '{"library_id": "${stranger}"}')).*
         FROM read.${table} AS t LIMIT 1`,
        `DELETE FROM read.${table} WHERE library_id = '${stranger}'`,
      )
      expect(difference).toContain(`${table} (library_id ${stranger}, `)
      expect(difference).toContain('is there, and no event leads to it.')
    },
  )

  it.each([
    ['of a title that the page gave', 'title', `'no'`, `'a page'`, 2],
    ['of an own title', 'title', `'no'`, `'another'`, 1],
    ['of the words of an article', 'words', '9', '800', 2],
    ['of words that nobody knows', 'words', '9', '2147483647', 1],
  ])('the first difference is named in the order %s', async (_, column, wrong, right, id) => {
    const set = (value: string) =>
      `UPDATE read.link_order SET ${column} = ${value} WHERE library_id = '${library.id}' AND id = ${id}`
    expect(await differs(set(wrong), set(right))).toBe(
      `link_order (${ofLibrary}, id ${id}) has the ${column} ${wrong.replaceAll("'", '"')}, and its events lead to ${right.replaceAll("'", '"')}.`,
    )
  })

  it('the first difference is named in articles', async () => {
    const set = (words: string) => `UPDATE read.articles SET words = ${words}`
    expect(await differs(set('1 + words'), set('words - 1'))).toMatch(
      /^articles \(article_id \S+\) has the words \d+, and its events lead to \d+\.$/,
    )
  })

  it('a parked stream is named as the first difference, before any row', async () => {
    const difference = await differs(
      `INSERT INTO read.parked_streams VALUES ('${other.stream}', '0', '${randomUUID()}', 'LinkSaved', '1/1', 'no', now())`,
      'DELETE FROM read.parked_streams',
    )
    expect(difference).toBe(`${other.stream} is parked in lane 0.`)
  })
})
