import { webAddress } from '@lectern/contracts/api/link-requests.ts'
import { COLLECTION_NAME_MAX } from '@lectern/contracts/collections.ts'
import type { RowReason, ShortenedReason } from '@lectern/contracts/import-reasons.ts'
import type { ImportRow, RowLeftOut, RowNote, Shortened } from '@lectern/contracts/import-rows.ts'
import { NOTE_MAX, NOTE_TEXT_MAX, TAG_MAX, TAGS_MAX, TITLE_MAX, URL_MAX } from '@lectern/contracts/limits.ts'
import { tagName } from '@lectern/contracts/tags.ts'
import { unescaped } from './fields.ts'
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

/** Texts of our own export are as a person typed them, and stay so. contracts' api/text.ts has the same rule. */
const asTyped = (text: string): string =>
  text
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed()
    .trim()

/** Makes the n-th record of a file a link. `now` tells dates that cannot be right. */
export const createNormaliser = (now: Date): ((item: SourceItem, n: number) => Normalised) => {
  const latest = now.getTime() + DAY
  return (item, n) => {
    if (item.kind !== 'row') return leftOut(item.kind, n, item.url, item.reason)
    const found = item.own && webAddress.safeParse(item.url).data === item.url ? item : linkUrl(item.url)
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
  const { own } = item
  const [oneLine, manyLines] = own ? [asTyped, asTyped] : [line, lines]
  const title = oneLine(item.title ?? '')
  const isOwnTitle = own ? title !== '' : VISIBLE.test(title) && title !== url && title !== item.url.trim()
  const note = item.note ? manyLines(item.note) : ''
  const notes: RowNote[] = []
  const addNote = (given: SourceNote) => {
    const content = within(manyLines(given.content), NOTE_TEXT_MAX, 'note-text')
    const selectedText = given.selectedText
      ? within(manyLines(given.selectedText), NOTE_TEXT_MAX, 'note-text')
      : ''
    if (content === '') return
    const { type, color = null } = given
    const texts = { type, content, selectedText: selectedText || null, color }
    notes.push({ ...texts, createdAt: dateOf(given.createdAt, latest) ?? null, ...ownFactsOf(given, latest) })
  }
  if (note.length > NOTE_MAX) addNote({ type: 'note', content: note })
  for (const given of item.notes ?? []) addNote(given)
  if (own?.lostNotes) lost.add('notes')
  const savedAt = dateOf(item.savedAt, latest) ?? null
  if (item.savedAt !== undefined && savedAt === null) lost.add('date')
  return {
    row: {
      row,
      url,
      title: isOwnTitle
        ? within(title, TITLE_MAX, 'title')
        : cut(url.replace(/^https?:\/\//i, ''), TITLE_MAX),
      titleFrom: own && isOwnTitle ? own.titleFrom : isOwnTitle ? 'person' : 'page',
      note: note === '' ? null : within(note, NOTE_MAX, 'note').trimEnd(),
      tags: tagsOf([...(item.tags ?? []), ...(item.alsoIn ?? [])], lost, own !== undefined),
      savedAt,
      isFavorite: item.isFavorite ?? false,
      isArchived: item.isArchived ?? false,
      collection: item.collection
        ? collectionOf(own ? item.collection : unescaped(item.collection), within)
        : null,
      ...(own && { isExact: true as const }),
      ...(own?.collectionRef !== undefined && { collectionRef: own.collectionRef }),
      ...(own?.position && { position: own.position }),
    },
    notes,
    shortened: lost.size === 0 ? [] : Array.from(lost, reason => ({ row, reason })),
  }
}

/** undefined for a date that cannot be right. */
const dateOf = (date: Date | undefined, latest: number): string | undefined =>
  date !== undefined && date.getTime() >= DAY && date.getTime() <= latest ? date.toISOString() : undefined

const ownFactsOf = ({ own }: SourceNote, latest: number): Partial<RowNote> => {
  const { updatedAt: given, isPrivate, position, anchor } = own ?? {}
  const updatedAt = dateOf(given, latest)
  return {
    ...(updatedAt !== undefined && { updatedAt }),
    ...(isPrivate && { isPrivate }),
    ...(position && { position }),
    ...(anchor && { anchor }),
  }
}

const tagsOf = (given: readonly string[], lost: Set<ShortenedReason>, areExact: boolean): string[] => {
  const tags = new Map<string, string>()
  for (const text of given) {
    const tag = areExact ? tagName(asTyped(text)) : line(text).replace(/^#\s*/, '')
    const kept = cut(tag, TAG_MAX).trimEnd()
    const key = areExact ? kept : kept.toLowerCase()
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
