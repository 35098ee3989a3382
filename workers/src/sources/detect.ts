import type { ImportSource } from '@lectern/contracts/import-sources.ts'
import { type Columns, columnName, columnsOf, URL_COLUMNS } from './format.ts'
import { genericBookmarks, genericDocument, genericTable } from './generic.ts'
import { getrecallJson, getrecallZip, RECALL_CARD } from './getrecall.ts'
import { goodlinks } from './goodlinks.ts'
import { instapaperCsv, instapaperHtml } from './instapaper.ts'
import { karakeepHtml, karakeepJson } from './karakeep.ts'
import { LIBRARY_FILE, lecternJson, lecternZip } from './lectern.ts'
import { linkwarden } from './linkwarden.ts'
import { pocketCsv, pocketHtml } from './pocket.ts'
import { POCKET_EXTRA, POCKET_PART, pocketZip } from './pocket-zip.ts'
import { raindrop } from './raindrop.ts'
import { csvRecords } from './readers/csv.ts'
import { type Choice, jsonItems } from './readers/json.ts'
import { textOf } from './readers/text.ts'
import { findInZip, openZip } from './readers/zip.ts'
import { readwise } from './readwise.ts'
import { FileRefused, type Format, type SourceFile } from './source.ts'
import { wallabag } from './wallabag.ts'

/** Bytes that tell a format. */
const HEAD_BYTES = 65_536
/** Texts have hardly any control characters. */
const CONTROL_MAX = 0.02

/**
 * The format of a file, by its content. A file of a known source is read as what it is; a table, document or bookmark
 * file with addresses that fits none is read as the chosen source.
 * @throws FileRefused
 */
export const detect = async (file: SourceFile, chosen: ImportSource): Promise<Format> => {
  const head = { read: () => file.read(0, Math.min(file.size, HEAD_BYTES)) }
  if (await isZip(head)) return zipFormat(file)
  let text = ''
  for await (const piece of textOf(head)) text += piece
  const start = text.trimStart()
  if (start === '' && file.size <= HEAD_BYTES) throw new FileRefused('empty')
  if (isNoText(text)) throw new FileRefused('unknown-format')
  if (start.startsWith('<')) return pageFormat(start, chosen)
  if (start.startsWith('[') || start.startsWith('{')) return documentFormat(start, chosen)
  return tableFormat(start, chosen)
}

const isZip = async (head: Pick<SourceFile, 'read'>): Promise<boolean> => {
  const first: number[] = []
  for await (const piece of head.read()) {
    first.push(...piece.subarray(0, 4))
    if (first.length >= 4) break
  }
  const [p, k, third = 0] = first
  return p === 0x50 && k === 0x4b && [3, 5, 7].includes(third)
}

const isNoText = (text: string): boolean => {
  const controls = text.match(/[^\P{Cc}\t\n\r\f]/gu)?.length ?? 0
  return text.length === 0 || controls > text.length * CONTROL_MAX
}

const zipFormat = async (file: SourceFile): Promise<Format> => {
  if ((await findInZip(file, LIBRARY_FILE)) !== undefined) return lecternZip
  const names = (await openZip(file)).map(({ name }) => name)
  if (names.length === 0) throw new FileRefused('no-articles')
  if (names.some(name => POCKET_PART.test(name) || POCKET_EXTRA.test(name))) return pocketZip
  if (names.some(name => RECALL_CARD.test(name))) return getrecallZip
  throw new FileRefused('unknown-format')
}

const pageFormat = (page: string, chosen: ImportSource): Format => {
  if (/<title>\s*Instapaper: Export/i.test(page)) return instapaperHtml
  if (/<title>\s*Pocket Export/i.test(page) || /<a\s[^<>]*\btime_added=/i.test(page)) return pocketHtml
  if (!/NETSCAPE-Bookmark-file|<dt>\s*<a\s/i.test(page)) throw new FileRefused('unknown-format')
  return chosen === 'karakeep' ? karakeepHtml : genericBookmarks(chosen)
}

/** Arrays that a document may have its links in. */
const ARRAY = /^\*$|^[^.*]+\.\*$/

const documentFormat = async (document: string, chosen: ImportSource): Promise<Format> => {
  const paths = await pathsOf(document)
  const has = (...wanted: string[]) => wanted.some(path => paths.has(path))
  if (has('format') && has('exportedAt') && /"format"\s*:\s*"lectern"/.test(document)) return lecternJson
  if (has('collections.*.links', 'collectionOrder', 'pinnedLinks')) return linkwarden
  if (has('bookmarks.*.content', 'bookmarks.*.lists')) return karakeepJson
  if (has('results.*.source_url', 'results.*.created_at')) return getrecallJson
  if (has('*.is_archived', '*.is_starred', '*.given_url')) return wallabag
  if (has('*.addedAt', '*.readAt') && has('*.starred', '*.readAt')) return goodlinks
  const fields = [...paths].map(path => ({
    array: path.replace(/\.[^.]*$/, ''),
    name: path.replace(/^.*\./, ''),
  }))
  const withUrl = fields.find(
    ({ array, name }) => ARRAY.test(array) && array !== name && URL_COLUMNS.includes(columnName(name)),
  )
  if (withUrl !== undefined) return genericDocument(chosen, withUrl.array)
  if (has('bookmarks')) return karakeepJson
  if (has('results')) return getrecallJson
  if (fields.some(({ array, name }) => array === '*' && name !== '*')) throw new FileRefused('no-url-column')
  throw new FileRefused(document.startsWith('[') && !has('*') ? 'no-articles' : 'unknown-format')
}

/** The places that the beginning of a document has values at. */
const pathsOf = async (document: string): Promise<ReadonlySet<string>> => {
  const paths = new Set<string>()
  const see = (path: string): Choice => {
    paths.add(path)
    return path.split('.').length <= 3 ? 'enter' : 'skip'
  }
  for await (const _ of jsonItems(only(document), see));
  return paths
}

async function* only(text: string): AsyncGenerator<string> {
  yield text
}

const tableFormat = async (table: string, chosen: ImportSource): Promise<Format> => {
  const header = await headerOf(table)
  const columns: Columns = columnsOf(header)
  if (!columns.has(...URL_COLUMNS))
    throw new FileRefused(header.length > 1 ? 'no-url-column' : 'unknown-format')
  if (columns.has('url')) {
    if (columns.has('timeadded')) return pocketCsv
    if (columns.has('documenttags', 'readingprogress')) return readwise
    if (columns.has('selection') && columns.has('folder')) return instapaperCsv
    if (columns.has('created') && columns.has('highlights', 'excerpt', 'cover')) return raindrop
  }
  return genericTable(chosen)
}

const headerOf = async (table: string): Promise<readonly string[]> => {
  for await (const [header] of csvRecords(only(table))) if (typeof header === 'object') return header
  throw new FileRefused('unreadable')
}
