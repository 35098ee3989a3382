import { randomUUID } from 'node:crypto'
import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { accountStream } from '@lectern/contracts/events/account.ts'
import type { ArticleEvent } from '@lectern/contracts/events/article.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { AT, aLibrary, aNotebook, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { rebuild } from '../rebuild.ts'
import { snapshot, startProjections } from '../test-support/projections.ts'
import { verify } from '../verify/verify.ts'

const parts = duringTests(startOwnParts)
const projections = duringTests(() => startProjections(parts))

const closed = (libraryId: string): LibraryEvent => ({
  type: 'LibraryClosed',
  data: { libraryId, ownerId: libraryId, at: AT },
})
const forgotten = (articleId: string): ArticleEvent => ({
  type: 'ArticleForgotten',
  data: { articleId, at: AT },
})
const requested = (importId: string): LibraryEvent => ({
  type: 'ImportRequested',
  data: {
    ...{ importId, uploadId: randomUUID(), sha256: 'a'.repeat(64), source: 'pocket', fileName: 'pocket.csv' },
    ...{ requestedBy: randomUUID(), expectedRows: 3, proceedWithFree: false, at: AT },
  },
})

/** A library with a row in every table that can have one, and its article. */
const fill = async () => {
  const library = aLibrary()
  const notebook = aNotebook(library.id)
  const shared = anArticle(`https://example.com/${library.id}/1`)
  await projections.record(library.stream, [
    ...[library.opened(), library.granted('pro'), library.saved(1, { titleFrom: 'page' }), library.saved(2)],
    ...[library.collectionCreated(1), library.collected(1, 1), requested(library.id)],
    ...[library.imported([4, 5, 6]), library.collectionEdited(1, { name: 'Else' }), library.deleted(6)],
    ...[...library.shared(1).slice(0, -1), library.sharedFlagged([1, 2])],
  ])
  await projections.record(notebook.stream, [notebook.taken(1, 1), notebook.taken(2, 1), notebook.deleted(2)])
  await projections.record(shared.stream, [shared.extracted()])
  return { library, notebook, shared }
}

/** The tables of a read schema that have rows with this text. */
const tablesWith = async (text: string, schema = projections.schema): Promise<string[]> => {
  const { rows } = await projections.pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 ORDER BY 1`,
    [schema],
  )
  const found: string[] = []
  for (const { name } of rows) {
    const hits = await projections.pool.query(
      `SELECT FROM ${schema}.${name} AS r WHERE strpos(r::text, $1) > 0 LIMIT 1`,
      [text],
    )
    if (hits.rowCount) found.push(name)
  }
  return found
}

it('a closed library has no row in any table that has rows of libraries, and others keep theirs', async () => {
  const [{ library }, { library: other }] = [await fill(), await fill()]
  await projections.project()
  const { rows } = await projections.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns JOIN pg_tables ON tablename = table_name
     WHERE table_schema = $1 AND schemaname = $1 AND column_name = 'library_id' ORDER BY 1`,
    [projections.schema],
  )
  const named = rows.map(({ name }) => name).filter(name => name !== 'search_backlog')
  const before = await tablesWith(other.id)
  // The control: a table that is added has rows here, or a place in `fill`.
  expect(await tablesWith(library.id)).toEqual(
    expect.arrayContaining(named.filter(name => name !== 'search_articles')),
  )
  await projections.record(library.stream, [closed(library.id)])
  await projections.project()
  expect(await tablesWith(library.id)).toEqual([])
  expect(await tablesWith(other.id)).toEqual(before.filter(name => name !== 'search_backlog'))
  expect((await verify(projections)).difference).toBeUndefined()
})

it('links that go after the rows that count them leave no row behind', async () => {
  const { library } = await fill()
  await projections.project()
  const { pool, schema } = projections
  const tables = ['collections', 'libraries', 'tags', 'links']
  for (const table of tables)
    await pool.query(`DELETE FROM ${schema}.${table} WHERE library_id = $1`, [library.id])
  const left = await tablesWith(library.id)
  expect(left.filter(table => tables.includes(table))).toEqual([])
  await projections.record(library.stream, [closed(library.id)])
  await projections.project()
})

it('the tombstone of a stream counts as its closing, whatever the store has erased', async () => {
  const { library, notebook } = await fill()
  await projections.project()
  await projections.store.tombstone(library.stream)
  await projections.record(notebook.stream, [notebook.taken(3, 1, { content: 'late' })])
  await projections.store.tombstone(notebook.stream)
  await projections.record(accountStream(randomUUID()), [{ type: 'MailUnsubscribed', data: {} }])
  await projections.project()
  expect(await tablesWith(library.id)).toEqual([])
  expect((await verify(projections)).difference).toBeUndefined()
})

it('a library whose stream is parked is closed', async () => {
  const { library } = await fill()
  await projections.record(library.stream, [library.saved(1)])
  await projections.project()
  expect(await tablesWith(library.id)).toContain('parked_streams')
  await projections.record(library.stream, [closed(library.id)])
  await projections.project()
  expect(await tablesWith(library.id)).toEqual([])
})

it('a forgotten article has no rows, and is read anew for those who save its address later', async () => {
  const { library, shared } = await fill()
  const late = aLibrary()
  const url = `https://example.com/${library.id}/1`
  await projections.record(late.stream, [late.opened(), late.saved(1, { url, titleFrom: 'page' })])
  await projections.project()
  await projections.record(library.stream, [closed(library.id)])
  await projections.record(shared.stream, [forgotten(articleIdOf(url))])
  await projections.project()
  expect(await tablesWith(shared.id)).toEqual(['history_names', 'link_order', 'links', 'search'])
  const titles = async () => {
    const { links, linkOrder, searchArticles } = await snapshot(projections.pool, projections.schema)
    const own = (rows: { library_id: string }[]) => rows.filter(row => row.library_id === late.id)
    return [own(links).length, own(linkOrder)[0], own(searchArticles).length]
  }
  expect(await titles()).toMatchObject([1, { title: 'link 1' }, 0])
  await projections.record(shared.stream, [
    ...[shared.extracted('d'.repeat(64)), forgotten(shared.id), shared.extracted('e'.repeat(64))],
  ])
  await projections.project()
  expect(await titles()).toMatchObject([1, { title: 'a page' }, 0])
  const { versions } = await snapshot(projections.pool, projections.schema)
  const hashes = versions.filter(({ article_id }) => article_id.toString('hex') === shared.id)
  expect(hashes.map(({ content_hash }) => content_hash)).toEqual(['e'.repeat(64)])
  expect((await verify(projections)).difference).toBeUndefined()
})

it('a rebuild gives the same rows, with events that are there or erased', async () => {
  const [kept, erased] = [await fill(), await fill()]
  for (const { library } of [kept, erased]) await projections.record(library.stream, [closed(library.id)])
  for (const stream of [erased.library.stream, erased.notebook.stream])
    await projections.store.tombstone(stream)
  // The history of a library that is there names a link that had the page.
  const there = aLibrary()
  const page = anArticle(`https://example.com/${there.id}`)
  const texts = { url: `https://example.com/${there.id}`, titleFrom: 'page' as const }
  await projections.record(there.stream, [there.opened(), there.saved(1, texts)])
  await projections.record(page.stream, [page.extracted()])
  await projections.record(there.stream, [there.deleted(1)])
  await projections.project()
  await projections.record(page.stream, [forgotten(page.id)])
  await projections.store.truncate(page.stream, 1n)
  await projections.record(erased.shared.stream, [forgotten(erased.shared.id)])
  await projections.store.truncate(erased.shared.stream, 1n)
  await projections.record(accountStream(randomUUID()), [{ type: 'MailUnsubscribed', data: {} }])
  await projections.project()
  const before = await snapshot(projections.pool, projections.schema)
  const schema = await rebuild(projections)
  expect(await snapshot(projections.pool, schema)).toEqual(before)
  for (const { library } of [kept, erased]) expect(await tablesWith(library.id, schema)).toEqual([])
})
