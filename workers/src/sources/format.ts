import type { ImportSource } from '@lectern/contracts/import-sources.ts'
import { csvRecords } from './readers/csv.ts'
import { type Bookmark, bookmarks } from './readers/html.ts'
import { type JsonItem, jsonItems, taking } from './readers/json.ts'
import { textOf } from './readers/text.ts'
import { FileRefused, type Format, type SourceFile, type SourceItem } from './source.ts'

type Batches = AsyncIterable<readonly SourceItem[]>

/** A format whose reader gives items in batches. */
export const formatOf = (source: ImportSource, batches: (file: SourceFile) => Batches): Format => ({
  source,
  async *read(file) {
    let isEmpty = true
    for await (const batch of batches(file)) {
      if (batch.length > 0) isEmpty = false
      for (const item of batch) yield item
    }
    if (isEmpty) throw new FileRefused('no-articles')
  },
})

/** A cell of a record; '' where the record or the table has none. */
export type Cell = (cells: readonly string[]) => string
/** Finds the column that has one of the names; names are compared as `columnName` gives them. */
export type Columns = { (...names: string[]): Cell; has(...names: string[]): boolean }

/** Case, spaces, underscores and hyphens do not matter in the names of columns. */
export const columnName = (name: string): string => name.toLowerCase().replace(/[\s_\uFEFF-]+/g, '')

export const columnsOf = (header: readonly string[]): Columns => {
  const names = header.map(columnName)
  const indexOf = (wanted: readonly string[]) =>
    wanted.map(name => names.indexOf(name)).find(index => index >= 0) ?? -1
  const columns = (...wanted: string[]): Cell => {
    const index = indexOf(wanted)
    return index < 0 ? () => '' : cells => cells[index] ?? ''
  }
  return Object.assign(columns, { has: (...wanted: string[]) => indexOf(wanted) >= 0 })
}

export type RowOf<Record> = (record: Record) => SourceItem
export const URL_COLUMNS = ['url', 'href', 'link', 'address', 'uri', 'sourceurl', 'pageurl', 'website']

/** The rows of a table. */
export async function* tableRows(
  file: Pick<SourceFile, 'read'>,
  bind: (columns: Columns) => RowOf<readonly string[]>,
): AsyncGenerator<SourceItem[]> {
  let rowOf: RowOf<readonly string[]> | undefined
  for await (const records of csvRecords(textOf(file))) {
    let first = 0
    if (rowOf === undefined && records.length > 0) {
      const header = records[0]
      if (typeof header !== 'object') throw new FileRefused('unreadable')
      const columns = columnsOf(header)
      if (!columns.has(...URL_COLUMNS)) throw new FileRefused('no-url-column')
      rowOf = bind(columns)
      first = 1
    }
    const items: SourceItem[] = []
    for (let n = first; n < records.length; n++) {
      const record = records[n]
      if (typeof record === 'string') items.push({ kind: 'failed', reason: record })
      else if (record !== undefined && rowOf !== undefined) items.push(rowOf(record))
    }
    yield items
  }
}

export const tableFormat = (
  source: ImportSource,
  bind: (columns: Columns) => RowOf<readonly string[]>,
): Format => formatOf(source, file => tableRows(file, bind))

export const bookmarkFormat = (source: ImportSource, rowOf: RowOf<Bookmark>): Format =>
  formatOf(source, async function* (file) {
    for await (const records of bookmarks(textOf(file)))
      yield records.map(record =>
        typeof record === 'string' ? ({ kind: 'failed', reason: record } as const) : rowOf(record),
      )
  })

/** The rows of a JSON document: the objects at one of the paths. */
export async function* documentRows(
  file: Pick<SourceFile, 'read'>,
  paths: readonly string[],
  rowOf: (record: Record<string, unknown>) => SourceItem,
): AsyncGenerator<SourceItem[]> {
  for await (const items of jsonItems(textOf(file), taking(...paths)))
    yield items.map(item => rowOfItem(item, rowOf))
}

const rowOfItem = (item: JsonItem, rowOf: (record: Record<string, unknown>) => SourceItem): SourceItem => {
  if ('reason' in item) return { kind: 'failed', reason: item.reason }
  const { value } = item
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { kind: 'failed', reason: 'unreadable' }
  return rowOf(value as Record<string, unknown>)
}

export const documentFormat = (
  source: ImportSource,
  paths: readonly string[],
  rowOf: (record: Record<string, unknown>) => SourceItem,
): Format => formatOf(source, file => documentRows(file, paths, rowOf))
