import { date, list, text } from './fields.ts'
import { documentFormat } from './format.ts'
import type { Format } from './source.ts'

/** An array of links. A link that was read is archived, since Lectern has no read state. */
export const goodlinks: Format = documentFormat('goodlinks', ['*'], link => ({
  kind: 'row',
  url: text(link.url),
  title: text(link.title),
  tags: list(link.tags).map(text),
  savedAt: date(link.addedAt),
  isFavorite: link.starred === true,
  isArchived: date(link.readAt) !== undefined,
}))
