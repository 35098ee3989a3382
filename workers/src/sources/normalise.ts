import { COLLECTION_NAME_MAX } from '@lectern/contracts/collections.ts'
import type { RowReason, ShortenedReason } from '@lectern/contracts/import-reasons.ts'
import type { ImportRow, RowLeftOut, RowNote, Shortened } from '@lectern/contracts/import-rows.ts'
import { NOTE_MAX, NOTE_TEXT_MAX, TAG_MAX, TAGS_MAX, TITLE_MAX, URL_MAX } from '@lectern/contracts/limits.ts'
import type { SourceItem, SourceNote, SourceRow } from './source.ts'
import { linkUrl } from './url.ts'

/** A record of a file as a link within all limits, or why it is none. */
export type Normalised =
  | { readonly row: ImportRow; readonly notes: RowNote[]; readonly shortened: Shortened[] }
  | { readonly kind: 'skipped' | 'failed'; readonly leftOut: RowLeftOut }

const DAY = 86_400_000
/** Spaces, controls and invisible characters alone are no title. */
const VISIBLE = /[^\p{Z}\p{C}\p{Mn}]/u
const WHITE = /[\s\p{Cc}]+/gu
/** Control characters of a text with lines. */
const CONTROLS = /\r\n?|[^\P{Cc}\n\t]/gu

/** Cuts a text without cutting a character in two. */
const cut = (text: string, length: number): string => {
  if (text.length <= length) return text
  const isPair = (text.charCodeAt(length - 1) & 0xfc00) === 0xd800
  return text.slice(0, isPair ? length - 1 : length)
}

const line = (text: string): string => text.replace(WHITE, ' ').trim().toWellFormed()

const lines = (text: string): string =>
  text
    .replace(CONTROLS, found => (found.startsWith('\r') ? '\n' : ''))
    .trim()
    .toWellFormed()

/** Makes the n-th record of a file a link. `now` tells dates that cannot be right. */
export const createNormaliser = (now: Date): ((item: SourceItem, n: number) => Normalised) => {
  const latest = now.getTime() + DAY
  return (item, n) => {
    if (item.kind !== 'row') return leftOut(item.kind, n, item.url, item.reason)
    const found = linkUrl(item.url)
    return 'reason' in found
      ? leftOut('failed', n, item.url, found.reason)
      : linkOf(item, n, found.url, latest)
  }
}

const leftOut = (
  kind: 'skipped' | 'failed',
  row: number,
  given: string | undefined,
  reason: RowReason,
): Normalised => {
  const url = cut(line((given ?? '').slice(0, 2 * URL_MAX)), URL_MAX)
  return { kind, leftOut: { row, url: url === '' ? null : url, reason } }
}

const linkOf = (item: SourceRow, row: number, url: string, latest: number): Normalised => {
  const lost = new Set<ShortenedReason>()
  const within = (text: string, length: number, reason: ShortenedReason): string => {
    if (text.length > length) lost.add(reason)
    return cut(text, length)
  }
  const title = line(item.title ?? '')
  const isOwnTitle = VISIBLE.test(title) && title !== url && title !== item.url.trim()
  const note = item.note ? lines(item.note) : ''
  const notes: RowNote[] = []
  const addNote = (given: SourceNote) => {
    const content = within(lines(given.content), NOTE_TEXT_MAX, 'note-text')
    const selectedText = given.selectedText
      ? within(lines(given.selectedText), NOTE_TEXT_MAX, 'note-text')
      : ''
    if (content === '') return
    const createdAt =
      given.createdAt && isPlausible(given.createdAt, latest) ? given.createdAt.toISOString() : null
    notes.push({ type: given.type, content, selectedText: selectedText || null, color: null, createdAt })
  }
  if (note.length > NOTE_MAX) addNote({ type: 'note', content: note })
  for (const given of item.notes ?? []) addNote(given)
  const savedAt = item.savedAt && isPlausible(item.savedAt, latest) ? item.savedAt.toISOString() : null
  if (item.savedAt !== undefined && savedAt === null) lost.add('date')
  return {
    row: {
      row,
      url,
      title: isOwnTitle
        ? within(title, TITLE_MAX, 'title')
        : cut(url.replace(/^https?:\/\//i, ''), TITLE_MAX),
      titleFrom: isOwnTitle ? 'person' : 'page',
      note: note === '' ? null : within(note, NOTE_MAX, 'note').trimEnd(),
      tags: item.tags === undefined || item.tags.length === 0 ? [] : tagsOf(item.tags, lost),
      savedAt,
      isFavorite: item.isFavorite ?? false,
      isArchived: item.isArchived ?? false,
      collection: item.collection ? collectionOf(item.collection, within) : null,
    },
    notes,
    shortened: lost.size === 0 ? [] : Array.from(lost, reason => ({ row, reason })),
  }
}

const isPlausible = (date: Date, latest: number): boolean => date.getTime() >= DAY && date.getTime() <= latest

const tagsOf = (given: readonly string[], lost: Set<ShortenedReason>): string[] => {
  const tags = new Map<string, string>()
  for (const text of given) {
    const tag = line(text).replace(/^#\s*/, '')
    const kept = cut(tag, TAG_MAX).trimEnd()
    const key = kept.toLowerCase()
    if (kept === '' || tags.has(key)) continue
    if (tags.size === TAGS_MAX) {
      lost.add('tags')
      break
    }
    if (kept !== tag) lost.add('tag')
    tags.set(key, kept)
  }
  return [...tags.values()]
}

const collectionOf = (
  given: string,
  within: (text: string, length: number, reason: ShortenedReason) => string,
): string | null => within(line(given), COLLECTION_NAME_MAX, 'collection').trimEnd() || null
