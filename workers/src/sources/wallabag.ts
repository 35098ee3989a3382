import { date, flag, isObject, list, text } from './fields.ts'
import { documentFormat } from './format.ts'
import { plainText } from './readers/plain-text.ts'
import type { Format, SourceNote } from './source.ts'

/** Its title for pages that it could not read. */
const NO_TITLE = 'No title found'

/** An array of entries; older files have booleans and ids as texts. */
export const wallabag: Format = documentFormat('wallabag', ['*'], entry => ({
  kind: 'row',
  url: text(entry.url),
  title: titleOf(text(entry.title)),
  tags: list(entry.tags).map(tag => (isObject(tag) ? text(tag.label) : text(tag))),
  savedAt: date(entry.created_at),
  isFavorite: flag(entry.is_starred),
  isArchived: flag(entry.is_archived),
  notes: list(entry.annotations).flatMap(annotation => (isObject(annotation) ? noteOf(annotation) : [])),
}))

const titleOf = (title: string): string => (title.trim() === NO_TITLE ? '' : plainText(title))

const noteOf = (annotation: Record<string, unknown>): SourceNote[] => {
  const content = text(annotation.text)
  const quote = text(annotation.quote)
  const createdAt = date(annotation.created_at)
  if (content.trim() !== '')
    return [{ type: 'note', content, createdAt, ...(quote !== '' && { selectedText: quote }) }]
  return quote.trim() === '' ? [] : [{ type: 'highlight', content: quote, createdAt }]
}
