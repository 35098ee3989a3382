import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { fold } from '@lectern/contracts/fold.ts'
import { siteOf } from '@lectern/contracts/site.ts'
import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'
import { type BulkEvent, NAMED, rangesOf } from './library-bulk.ts'
import { libraryIdOf } from './library-events.ts'
import type { Projection, Writes } from './projection.ts'

type Row = { l: string; i: number; at: string; site: string; own: string; tags: string }

/** What searches look in. Flags and collections are not here: a search joins the links. */
export const search: Projection = {
  write: (schema, events) => {
    const [first] = events
    return first && isAlone(first) ? writeBulk(schema, first) : writeSome(schema, events)
  },
  isAlone: event => isAlone(event),
}

const isAlone = (event: RecordedEvent): boolean => {
  const { type, data } = event as unknown as LibraryEvent
  return type === 'LinksDeleted' || (type === 'LinksEdited' && data?.changes?.tags !== undefined)
}

const writeSome = (schema: string, events: readonly RecordedEvent[]): Writes => {
  const rows = new Map<string, Row>()
  const drops = new Map<string, Pick<Row, 'l' | 'i'>>()
  for (const event of events) {
    const l = libraryIdOf(event)
    const { type, data } = event as unknown as LibraryEvent
    if (type === 'LinkSaved') rows.set(`${l}/${data.linkId}`, { l, ...rowOf(data) })
    else if (type === 'LinkDeleted') {
      const key = `${l}/${data.linkId}`
      if (!rows.delete(key)) drops.set(key, { l, i: data.linkId })
    }
  }
  return {
    name: 'search',
    clauses: [
      `saved AS (
        INSERT INTO ${schema}.search (library_id, id, created_at, site, own, tags)
        SELECT r.l, r.i, r.at, r.site, r.own, r.tags
        FROM fence, json_to_recordset($1::json)
          AS r(l uuid, i integer, at timestamptz, site text, own text, tags text))`,
      `dropped AS (
        DELETE FROM ${schema}.search AS link USING fence, json_to_recordset($2::json) AS d(l uuid, i integer)
        WHERE link.library_id = d.l AND link.id = d.i)`,
    ],
    values: [JSON.stringify([...rows.values()]), JSON.stringify([...drops.values()])],
    changes: [],
  }
}

const writeBulk = (schema: string, event: RecordedEvent): Writes => {
  const { type, data } = event as unknown as Exclude<BulkEvent, { type: 'CollectionDeleted' }>
  const values = [libraryIdOf(event), ...rangesOf(data.links)]
  if (type === 'LinksDeleted')
    return {
      name: 'search-deleted',
      clauses: [`dropped AS (DELETE FROM ${schema}.search AS link USING fence, ${NAMED})`],
      values,
      changes: [],
      isLarge: true,
    }
  return {
    name: 'search-tagged',
    clauses: [
      `tagged AS (
        UPDATE ${schema}.search AS link SET tags = $4::text FROM fence, ${NAMED} AND link.tags <> $4::text)`,
    ],
    values: [...values, tagLines(data.changes.tags ?? [])],
    changes: [],
    isLarge: true,
  }
}

type Saved = Extract<LibraryEvent, { type: 'LinkSaved' }>['data']

const rowOf = ({ linkId, at, url, title, note, tags }: Saved): Omit<Row, 'l'> => {
  const site = siteOf(url)
  const own = [title, url, note ?? '', site].map(fold).join('\n')
  return { i: linkId, at, site: fold(site), own, tags: tagLines(tags) }
}

const tagLines = (tags: readonly string[]): string => `\n${tags.map(tag => `${fold(tag)}\n`).join('')}`
