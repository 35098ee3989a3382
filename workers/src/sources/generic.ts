import type { ImportSource } from '@lectern/contracts/import-sources.ts'
import { date, flag, isObject, jsonTags, list, nested, text } from './fields.ts'
import { bookmarkFormat, type Cell, columnName, documentFormat, tableFormat, URL_COLUMNS } from './format.ts'
import { withOtherFolders } from './other-folders.ts'
import type { Bookmark } from './readers/html.ts'
import type { Format, SourceItem, SourceRow } from './source.ts'

/** Usual names of columns, as `columnName` gives them. */
const NAMES = {
  title: ['title', 'name', 'pagetitle'],
  note: ['note', 'notes', 'description', 'comment', 'comments'],
  tags: ['tags', 'labels', 'keywords', 'tag'],
  savedAt: [
    ...['created', 'createdat', 'date', 'timeadded', 'saved', 'savedat', 'added', 'addedat', 'dateadded'],
    ...['adddate', 'saveddate', 'timestamp', 'createddate', 'datecreated'],
  ],
  collection: ['folder', 'collection', 'list', 'folders', 'category'],
  isFavorite: ['favorite', 'favourite', 'starred', 'isfavorite', 'isstarred', 'favorited', 'important'],
  isArchived: ['archived', 'isarchived', 'archive', 'status', 'readstatus', 'read', 'isread', 'state'],
} as const

const SEPARATORS = ['|', ';', ',']

const tagsOf = (cell: string): string[] => {
  if (cell.trim().startsWith('[')) return jsonTags(cell)
  return cell.split(SEPARATORS.find(separator => cell.includes(separator)) ?? ',')
}

const isArchived = (value: string): boolean => flag(value) || /^(archived?|read)$/i.test(value.trim())

const rowOf = (url: string, get: (names: readonly string[]) => string): SourceRow => ({
  url,
  title: get(NAMES.title),
  note: get(NAMES.note),
  savedAt: date(get(NAMES.savedAt)),
  collection: get(NAMES.collection),
  isFavorite: flag(get(NAMES.isFavorite)),
  isArchived: isArchived(get(NAMES.isArchived)),
})

/** A table with a column of addresses. */
export const genericTable = (source: ImportSource): Format =>
  withOtherFolders(
    tableFormat(source, columns => {
      const cells = new Map<readonly string[], Cell>()
      for (const names of Object.values(NAMES)) cells.set(names, columns(...names))
      const url = columns(...URL_COLUMNS)
      const tags = columns(...NAMES.tags)
      return record => ({
        kind: 'row',
        ...rowOf(url(record), names => cells.get(names)?.(record) ?? ''),
        tags: tagsOf(tags(record)),
      })
    }),
  )

/** An array of objects with an address, at the given place of a document. */
export const genericDocument = (source: ImportSource, path: string): Format =>
  withOtherFolders(
    documentFormat(source, [path], record => {
      const byName = new Map(Object.entries(record).map(([name, value]) => [columnName(name), value]))
      const find = (names: readonly string[]) =>
        names.map(name => byName.get(name)).find(value => value !== undefined && value !== null)
      const tags = find(NAMES.tags)
      const url = text(find(URL_COLUMNS))
      if (url === '') return { kind: 'failed', reason: 'no-url' }
      return {
        kind: 'row',
        ...rowOf(url, names => plain(find(names))),
        tags: Array.isArray(tags) ? list(tags).map(plain) : tagsOf(text(tags)),
      }
    }),
  )

/** Nested objects are named by their name. */
const plain = (value: unknown): string =>
  typeof value === 'boolean' ? String(value) : isObject(value) ? text(value.name ?? value.title) : text(value)

/** linkding writes a state as a tag, and a second text between marks of its own. */
const ARCHIVED_TAG = 'linkding:bookmarks.archived'
const NOTES_MARK = /\[\/?linkding-notes\]/g

/** Commas separate tags in bookmark files; other separators count where there are none. */
const tagsOfBookmark = (given: string): string[] => (given.includes(',') ? given.split(',') : tagsOf(given))

/** A link of a Netscape bookmark file: the headings of the lists around it are folders. */
export const bookmarkRow = ({ href, title, note, attributes, folders }: Bookmark): SourceItem => {
  const has = (...names: string[]) => names.some(name => flag(attributes.get(name)))
  const tags = tagsOfBookmark(attributes.get('tags') ?? '').map(tag => tag.trim())
  return {
    kind: 'row',
    url: href ?? '',
    title,
    note: note.replace(NOTES_MARK, '\n').trim(),
    savedAt: date(attributes.get('add_date') ?? attributes.get('time_added')),
    tags: tags.filter(tag => tag !== ARCHIVED_TAG),
    collection: nested(folders),
    isFavorite: has('data-important', 'important', 'favorite', 'starred'),
    isArchived: has('data-archived', 'archived') || tags.includes(ARCHIVED_TAG),
  }
}

export const genericBookmarks = (source: ImportSource): Format =>
  withOtherFolders(bookmarkFormat(source, bookmarkRow))
