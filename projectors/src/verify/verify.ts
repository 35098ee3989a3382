import { articleStream } from '@lectern/contracts/events/article.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { notebookStream } from '@lectern/contracts/events/notebook.ts'
import { readArticleEvent, readLibraryEvent, readNotebookEvent } from '@lectern/contracts/events/read.ts'
import { ARTICLES_LANE, type Lane, laneOf } from '@lectern/contracts/read-model/lanes.ts'
import { liveEvents } from '@lectern/platform/audit/live-events.ts'
import type { EventStore, Position, RecordedEvent } from '@lectern/platform/event-store/port.ts'
import { parkedStreams } from '@lectern/platform/postgres/parked-streams.ts'
import { inTransaction, type Pool, type PoolClient } from '@lectern/platform/postgres/postgres.ts'
import { isAtOrAfter, readCheckpoints } from '../engine/checkpoints.ts'
import { ArticlesBatch } from '../read-models/articles/batch.ts'
import { ImportsBatch, isOfImport } from '../read-models/imports/batch.ts'
import { NotesBatch } from '../read-models/notes/batch.ts'
import { memberOf } from '../read-models/projection.ts'
import { type Expected, firstDifference } from './compare-rows.ts'
import { emptyLibrary, foldLibrary, rowsOfLibrary } from './fold-library.ts'
import { orderRows } from './order-rows.ts'

export type VerifyParts = { readonly store: EventStore; readonly pool: Pool; readonly schema: string }

export type Verified = {
  readonly libraries: number
  readonly articles: number
  /** The first difference, as a sentence. */
  readonly difference: string | undefined
}

/** Articles that are compared at once. */
const ARTICLES_AT_ONCE = 500
const STREAMS_AT_ONCE = 16

/**
 * Folds every stream of libraries, notebooks and articles in memory, and compares the rows of a read schema with it: each
 * library as of one moment, while the projectors go on. What searches look in and the history are not compared.
 */
export const verify = async (parts: VerifyParts): Promise<Verified> => {
  const { store, pool, schema } = parts
  const [libraries, articles] = await idsOf(parts)
  const found = { libraries: libraries.length, articles: articles.length }
  const [parked] = await parkedStreams(pool, schema)
  if (parked) return { ...found, difference: `${parked.stream} is parked in lane ${parked.lane}.` }
  const look = (lane: Lane, work: (client: PoolClient, moment: Moment) => Promise<string | undefined>) =>
    lookTwice(() => atMoment(parts, lane, (client, until) => work(client, { schema, until })))
  for (const id of libraries) {
    const difference = await look(laneOf(id), (client, moment) =>
      compareLibrary(store, client, { ...moment, id }),
    )
    if (difference !== undefined) return { ...found, difference }
  }
  for (let from = 0; from < articles.length; from += ARTICLES_AT_ONCE) {
    const ids = articles.slice(from, from + ARTICLES_AT_ONCE)
    const difference = await look(ARTICLES_LANE, (client, moment) =>
      compareArticles(store, client, { ...moment, ids }),
    )
    if (difference !== undefined) return { ...found, difference }
  }
  // After the articles, whose rows it relies on.
  for (const id of libraries) {
    const difference = await look(ARTICLES_LANE, (client, moment) =>
      compareOrder(store, client, { ...moment, id }),
    )
    if (difference !== undefined) return { ...found, difference }
  }
  return { ...found, difference: undefined }
}

/** The events of an account that is being closed may go between the moment of the rows and the reading of the events. */
const lookTwice = async (look: () => Promise<string | undefined>): Promise<string | undefined> =>
  (await look()) && look()

/** Every library and article that has events or rows, in order. */
const idsOf = async ({ store, pool, schema }: VerifyParts): Promise<[string[], string[]]> => {
  const [libraries, articles] = [new Set<string>(), new Set<string>()]
  for await (const { stream } of liveEvents(store, { libraryId: null, after: undefined })) {
    const [, kind, id = ''] = /^(library|notebook|article)-(.*)$/.exec(stream) ?? []
    if (kind !== undefined) (kind === 'article' ? articles : libraries).add(id)
  }
  const ofTables = async (column: string, tables: string[]) => {
    const union = tables.map(table => `SELECT ${column} AS id FROM ${schema}.${table}`).join(' UNION ')
    return (await pool.query<{ id: string }>(union)).rows.map(({ id }) => id)
  }
  const tables = [
    ...['libraries', 'links', 'deleted_links', 'link_order', 'collections', 'tags'],
    ...['members', 'shared_flags'],
    ...['imports', 'import_chunks', 'notes', 'deleted_notes'],
  ]
  for (const id of await ofTables('library_id::text', tables)) libraries.add(id)
  for (const id of await ofTables("encode(article_id, 'hex')", ['articles', 'article_versions']))
    articles.add(id)
  return [[...libraries].toSorted(), [...articles].toSorted()]
}

/** Runs the work on rows that stand still, and tells it how far their lane was then. */
const atMoment = <T>(
  { pool, schema }: VerifyParts,
  lane: Lane,
  work: (client: PoolClient, until: Position | undefined) => Promise<T>,
): Promise<T> =>
  inTransaction(pool, async client => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    const { positions } = await readCheckpoints(client, schema)
    return work(client, positions.get(lane))
  })

type Moment = { readonly schema: string; readonly until: Position | undefined }

const compareLibrary = async (
  store: EventStore,
  client: PoolClient,
  { schema, id, until }: Moment & { readonly id: string },
): Promise<string | undefined> => {
  const [library, notes] = [emptyLibrary(), new NotesBatch()]
  let imports = new ImportsBatch()
  let isEmpty = true
  for await (const recorded of upTo(store, libraryStream(id), until)) {
    const event = readLibraryEvent(recorded)
    foldLibrary(library, event, memberOf(recorded))
    if (isOfImport(event)) imports.add(id, event)
    isEmpty = false
  }
  const isClosed = library.facts === undefined
  if (isClosed) imports = new ImportsBatch()
  for await (const recorded of upTo(store, notebookStream(id), isClosed ? undefined : until)) {
    const event = readNotebookEvent(recorded)
    notes.add(id, event, Number(recorded.revision))
    if (isOfImport(event)) imports.add(id, event)
  }
  const { links, deletedLinks, libraries, collections, members, flags, tags } = rowsOfLibrary(id, library)
  const own = { where: 'library_id = $2', of: id }
  return firstOf(client, schema, [
    { ...own, table: 'libraries', key: ['library_id'], rows: isEmpty ? [] : libraries },
    { ...own, table: 'links', key: ['library_id', 'id'], rows: links },
    {
      ...{ ...own, table: 'deleted_links', key: ['library_id', 'id'], rows: deletedLinks },
      // They are of the notebook at the moment of the deletion.
      without: ['note_count', 'noted'],
    },
    { ...own, table: 'collections', key: ['library_id', 'id'], rows: collections },
    {
      ...own,
      table: 'members',
      key: ['library_id', 'collection_id', 'member_id'],
      rows: members,
    },
    { ...own, table: 'shared_flags', key: ['member_id', 'link_id'], rows: flags },
    { ...own, table: 'tags', key: ['library_id', 'tag'], rows: tags },
    { ...own, table: 'imports', key: ['library_id', 'id'], rows: [...imports.imports.values()] },
    {
      ...own,
      table: 'import_chunks',
      key: ['library_id', 'import_id', 'first_row', 'part'],
      rows: imports.chunks,
    },
    { ...own, table: 'notes', key: ['library_id', 'id'], rows: notes.rows().taken },
    { ...own, table: 'deleted_notes', key: ['library_id', 'id'], rows: rowsOfRanges(notes.deleted) },
  ])
}

/** The lane of articles is at a moment of its own, and so are its rows of links. */
const compareOrder = async (
  store: EventStore,
  client: PoolClient,
  { schema, id, until }: Moment & { readonly id: string },
): Promise<string | undefined> => {
  const library = emptyLibrary()
  for await (const recorded of upTo(store, libraryStream(id), until))
    foldLibrary(library, readLibraryEvent(recorded))
  const rows = await orderRows(client, { schema, id, links: library.links })
  return firstDifference(client, schema, {
    ...{ table: 'link_order', key: ['library_id', 'id'], rows, where: 'library_id = $2', of: id },
  })
}

const compareArticles = async (
  store: EventStore,
  client: PoolClient,
  { schema, ids, until }: Moment & { readonly ids: readonly string[] },
): Promise<string | undefined> => {
  const batch = new ArticlesBatch()
  for (let from = 0; from < ids.length; from += STREAMS_AT_ONCE)
    await Promise.all(
      ids.slice(from, from + STREAMS_AT_ONCE).map(async id => {
        for await (const recorded of upTo(store, articleStream(id), until))
          batch.add(id, readArticleEvent(recorded))
      }),
    )
  const of = { where: 'article_id = ANY ($2::bytea[])', of: ids.map(id => Buffer.from(id, 'hex')) }
  return firstOf(client, schema, [
    { ...of, table: 'articles', key: ['article_id'], rows: [...batch.rows.values()] },
    {
      ...of,
      table: 'article_versions',
      key: ['article_id', 'content_hash'],
      rows: [...batch.versions.values()],
    },
  ])
}

const firstOf = async (
  client: PoolClient,
  schema: string,
  tables: readonly Expected[],
): Promise<string | undefined> => {
  for (const expected of tables) {
    const difference = await firstDifference(client, schema, expected)
    if (difference !== undefined) return difference
  }
  return undefined
}

async function* upTo(
  store: EventStore,
  stream: string,
  until: Position | undefined,
): AsyncGenerator<RecordedEvent> {
  if (until === undefined) return
  for await (const event of store.readStream(stream)) {
    if (!isAtOrAfter(until, event.position)) return
    yield event
  }
}

/** A note is deleted once: a later range that has it again changes nothing. */
const rowsOfRanges = (
  ranges: readonly { library_id: string; first: number; last: number; revision: number }[],
): object[] => {
  const rows = new Map<number, object>()
  for (const { library_id, first, last, revision } of ranges)
    for (let id = first; id <= last; id += 1) if (!rows.has(id)) rows.set(id, { library_id, id, revision })
  return [...rows.values()]
}
