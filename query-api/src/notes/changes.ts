import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { NoteChanges } from '@lectern/contracts/api/notes.ts'
import { COPY_WIDTHS } from '@lectern/contracts/images.ts'
import { NOTES_LIST_MAX } from '@lectern/contracts/limits.ts'
import { noteOf } from '@lectern/contracts/read-model/notes.ts'
import { imageOf } from '@lectern/contracts/read-model/page-row.ts'
import { sql } from 'kysely'
import { cardImage, shownTitle } from '../links/link-row.ts'
import type { ReadDb } from '../tables.ts'
import { libraryOf, linkOf, type Notebook } from './elsewhere.ts'
import { NOTE_COLUMNS, pageOf } from './page.ts'

/** A change is known by the event that led to it and by its note, since one event may change many notes. */
type Place = { readonly revision: number; readonly id: number }
const START: Place = { revision: -1, id: 0 }

/** @throws Rejected invalid-input */
export const parseChangesCursor = (text: string): Place => {
  if (text === '0') return START
  const [, revision, id] = /^(\d{1,9})\.(\d{1,9})$/.exec(text) ?? []
  if (revision === undefined) throw new Rejected('invalid-input', {}, 'This cursor is not one of ours.')
  return { revision: Number(revision), id: Number(id) }
}

const encode = ({ revision, id }: Place): string => (revision < 0 ? '0' : `${revision}.${id}`)

/** Changes after a place, in the order of the events. A note that may not be seen is told like a deleted one. */
export const changesAfter = async (
  db: ReadDb,
  notebook: Notebook,
  after: Place,
  withPrivate: boolean,
): Promise<NoteChanges> => {
  const { libraryId, userId } = notebook
  const changedIn = (table: 'notes' | 'deleted_notes') =>
    db
      .selectFrom(table)
      .select(['id', 'revision'])
      .where('library_id', '=', libraryId)
      .where(sql<boolean>`(revision, id) > (${after.revision}::integer, ${after.id}::integer)`)
      .orderBy('revision')
      .orderBy('id')
      .limit(NOTES_LIST_MAX + 1)
  const changed = db
    .selectFrom(changedIn('notes').as('kept'))
    .selectAll()
    .unionAll(db.selectFrom(changedIn('deleted_notes').as('gone')).selectAll())
  const placed = db
    .selectFrom(changed.as('change'))
    .leftJoin('notes as note', join =>
      join.on('note.library_id', '=', libraryId).onRef('note.id', '=', 'change.id'),
    )
    .leftJoinLateral(linkOf(userId).as('link'), join => join.onTrue())
    .leftJoin('articles as article', 'article.article_id', 'link.article_id')
    .select(NOTE_COLUMNS)
    .select(['change.id as changed_id', 'change.revision as changed_at'])
    .select(shownTitle.$castTo<string | null>().as('title'))
    .select(['link.url', 'link.library_id', 'article.site_name'])
    .select(eb => cardImage(eb, 'lead').as('lead_copy'))
    .select(sql<number>`row_number() OVER (ORDER BY change.revision, change.id)`.as('place'))
    .orderBy('place')
  const { rows, hasMore } = await pageOf(db, placed, NOTES_LIST_MAX)
  const last = rows.at(-1)
  return {
    changes: rows.map(
      ({ changed_id: id, title, url, lead_copy, site_name: siteName, library_id, ...row }) => {
        // A link may be gone before its notes are, and nobody may share it any more.
        const isHidden = row.is_private === true && !withPrivate
        if (!isThere(row) || title === null || url === null || !library_id || isHidden)
          return { id, deleted: true }
        const previewImage = imageOf(lead_copy, COPY_WIDTHS.card)
        return {
          id,
          deleted: false,
          note: { ...noteOf(row), ...libraryOf(notebook, library_id) },
          link: { title, url, previewImage, siteName },
        }
      },
    ),
    cursor: encode(last ? { revision: last.changed_at, id: last.changed_id } : after),
    hasMore,
  }
}

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null }

const isThere = <Row extends { id: number }>(row: Nullable<Row>): row is Row => row.id !== null
