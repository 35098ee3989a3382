import type { Import } from '@lectern/contracts/api/imports.ts'
import type {
  ExportedAct,
  ExportedCollection,
  ExportedNote,
  ExportHeader,
} from '@lectern/contracts/export.ts'
import { ACT_COLUMNS, type ActRow } from '@lectern/contracts/read-model/acts.ts'
import { importOf } from '@lectern/contracts/read-model/imports.ts'
import { noteOf } from '@lectern/contracts/read-model/notes.ts'
import type { ImportsTable, NotesTable } from '@lectern/contracts/read-model/tables.ts'
import type { Pool, PoolClient } from '@lectern/platform/postgres/postgres.ts'
import {
  noteElsewhereOf,
  notesElsewhere,
  notesElsewhereWithLinks,
  type RowElsewhere,
  type SourceNoteElsewhere,
} from './elsewhere.ts'
import { exportedActs } from './history.ts'
import { type LinkRow, linkOf, type SourceLink } from './link-row.ts'
import type { TakenExport } from './queue.ts'

/** A library at one moment. Only one of its lists is read at a time, or two in turns; each may be read again. */
export type Snapshot = AsyncDisposable & {
  readonly takenAt: Date
  readonly scope: ExportHeader['scope']
  readonly hasPrivateNotes: boolean
  readonly counts: ExportHeader['counts']
  /** Those that the links are in, or all of a whole library. */
  collections(): AsyncIterable<ExportedCollection>
  /** @param order ids: the links of these collections in this order, then those of none; newest first within each */
  links(order?: 'id' | 'newest' | readonly number[]): AsyncIterable<SourceLink>
  notes(): AsyncIterable<ExportedNote>
  /** The person's own on links of others, of a whole library. */
  notesElsewhere(): AsyncIterable<SourceNoteElsewhere>
  imports(): AsyncIterable<Import>
  history(): AsyncIterable<ExportedAct>
  /** Rows of other tables as of the same moment. */
  query<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]>
}

/** Rows that are held at once. A note has up to 600 kB. */
const LINKS_AT_ONCE = 500
const NOTES_AT_ONCE = 20
const ACTS_AT_ONCE = 500

/** Reads through one transaction, so that changes meanwhile are in no list or in none. */
export const openSnapshot = async (pool: Pool, schema: string, asked: TakenExport): Promise<Snapshot> => {
  const client = await pool.connect()
  let broken: Error | undefined
  const close = async () => {
    await client.query('ROLLBACK').catch((error: Error) => {
      broken = error
    })
    client.release(broken)
  }
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    return await snapshotOn(client, schema, asked, close)
  } catch (error) {
    await close()
    throw error
  }
}

const snapshotOn = async (
  client: PoolClient,
  schema: string,
  asked: TakenExport,
  close: () => Promise<void>,
): Promise<Snapshot> => {
  const { libraryId, userId, kind, linkIds, collectionId, withPrivateNotes } = asked
  const isWhole = kind === 'all'
  const query = async <Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> =>
    (await client.query<Row>(text, [...values])).rows

  let cursors = 0
  async function* batches<Row extends object>(text: string, values: readonly unknown[], atOnce: number) {
    cursors += 1
    const name = `rows_${cursors}`
    await query(`DECLARE ${name} NO SCROLL CURSOR FOR ${text}`, values)
    for (;;) {
      const some = await query<Row>(`FETCH ${atOnce} FROM ${name}`, [])
      yield some
      if (some.length < atOnce) break
    }
    await query(`CLOSE ${name}`, [])
  }
  async function* rows<Row extends object>(text: string, values: readonly unknown[], atOnce: number) {
    for await (const some of batches<Row>(text, values, atOnce)) yield* some
  }

  /** The links of the export, whose ids are $1 to $4. */
  const scope = `link.library_id = $1 AND ($2 = 'all'
    OR $2 = 'links' AND link.id <@ $3::int4multirange
    OR $2 = 'collection' AND link.collection_id IS NOT DISTINCT FROM $4::integer)`
  const ofScope = [libraryId, kind, linkIds, collectionId]
  const notesOfScope = `FROM ${schema}.notes AS note
    JOIN ${schema}.links AS link ON link.library_id = note.library_id AND link.id = note.link_id
    WHERE note.member_id IS NULL AND ${scope} AND ($5 OR NOT note.is_private)`
  const collectionsOfScope = `FROM ${schema}.collections AS collection WHERE collection.library_id = $1 AND ($2 = 'all'
    OR collection.id IN (SELECT link.collection_id FROM ${schema}.links AS link WHERE ${scope}))`
  const count = (text: string, values: readonly unknown[]) =>
    query<{ count: number }>(`SELECT count(*)::integer AS count ${text}`, values).then(
      ([row]) => row?.count ?? 0,
    )

  const counts = {
    collections: await count(collectionsOfScope, ofScope),
    links: await count(`FROM ${schema}.links AS link WHERE ${scope}`, ofScope),
    notes: await count(notesOfScope, [...ofScope, withPrivateNotes]),
    imports: isWhole ? await count(`FROM ${schema}.imports WHERE library_id = $1`, [libraryId]) : 0,
    history: isWhole ? await count(`FROM ${schema}.acts WHERE library_id = $1`, [libraryId]) : 0,
    notesElsewhere: isWhole ? await count(notesElsewhere(schema), [libraryId, withPrivateNotes]) : 0,
  }

  return {
    takenAt: new Date(),
    scope: kind,
    hasPrivateNotes: withPrivateNotes,
    counts,
    query,
    collections: () =>
      rows<ExportedCollection>(
        `SELECT id, name, description, color ${collectionsOfScope} ORDER BY id`,
        ofScope,
        LINKS_AT_ONCE,
      ),
    links: async function* (order = 'id') {
      const text = `SELECT link.id, link.url, link.title, link.title_from_page, link.note, link.tags, link.created_at,
          link.is_favorite, link.is_archived, link.collection_id, encode(link.article_id, 'hex') AS article_id,
          article.status, article.reason, article.title AS page_title, author, site_name, published_at, language, excerpt, words,
          article.content_hash, text_offset, text_length, place.content_hash AS place_hash, place.updated_at AS place_at
        FROM ${schema}.links AS link
        LEFT JOIN ${schema}.articles AS article ON article.article_id = link.article_id
        LEFT JOIN reading.positions AS place
          ON place.library_id = link.library_id AND place.link_id = link.id AND place.user_id = $5
        WHERE ${scope} ORDER BY ${typeof order === 'string' ? ORDERS[order] : BY_COLLECTION}`
      const values = [...ofScope, userId, ...(typeof order === 'string' ? [] : [order])]
      for await (const row of rows<LinkRow>(text, values, LINKS_AT_ONCE)) yield linkOf(row)
    },
    notes: async function* () {
      const text = `SELECT note.* ${notesOfScope} ORDER BY note.link_id, note.id`
      for await (const row of rows<NotesTable>(text, [...ofScope, withPrivateNotes], NOTES_AT_ONCE))
        yield noteOf(row)
    },
    notesElsewhere: async function* () {
      if (!isWhole) return
      const text = notesElsewhereWithLinks(schema)
      for await (const row of rows<RowElsewhere>(text, [libraryId, withPrivateNotes], NOTES_AT_ONCE))
        yield noteElsewhereOf(row)
    },
    imports: async function* () {
      const text = `SELECT * FROM ${schema}.imports WHERE library_id = $1 ORDER BY requested_at DESC, id`
      if (!isWhole) return
      for await (const row of rows<ImportsTable>(text, [libraryId], LINKS_AT_ONCE)) yield importOf(row)
    },
    history: async function* () {
      if (!isWhole) return
      const text = `SELECT ${ACT_COLUMNS.join(', ')} FROM ${schema}.acts WHERE library_id = $1
        ORDER BY at DESC, stream DESC, revision DESC`
      const told = { schema, libraryId, hasPrivateNotes: withPrivateNotes }
      for await (const some of batches<ActRow>(text, [libraryId], ACTS_AT_ONCE))
        yield* await exportedActs(query, told, some)
    },
    [Symbol.asyncDispose]: close,
  }
}

const ORDERS = {
  id: 'link.id',
  newest: 'link.created_at DESC, link.id DESC',
} as const
const BY_COLLECTION = `array_position($6::integer[], link.collection_id) NULLS LAST, ${ORDERS.newest}`
