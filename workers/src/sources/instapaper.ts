import { date, jsonTags } from './fields.ts'
import { bookmarkFormat, tableFormat } from './format.ts'
import type { Format, SourceRow } from './source.ts'

/** A link is in one folder only; three of them are states. */
const placeOf = (folder: string): Pick<SourceRow, 'isArchived' | 'isFavorite' | 'collection'> => {
  const name = folder.trim().toLowerCase()
  if (name === 'archive') return { isArchived: true }
  if (name === 'starred') return { isFavorite: true }
  return name === 'unread' || name === 'home' ? {} : { collection: folder }
}

export const instapaperCsv: Format = tableFormat('instapaper', column => {
  const url = column('url')
  const title = column('title')
  const selection = column('selection')
  const folder = column('folder')
  const savedAt = column('timestamp')
  const tags = column('tags')
  return cells => {
    const quote = selection(cells).trim()
    return {
      kind: 'row',
      url: url(cells),
      title: title(cells),
      tags: jsonTags(tags(cells)),
      savedAt: date(savedAt(cells)),
      ...placeOf(folder(cells)),
      notes: quote === '' ? [] : [{ type: 'highlight', content: quote }],
    }
  }
})

/** A list under a heading for each folder. */
export const instapaperHtml: Format = bookmarkFormat('instapaper', ({ href = '', title, heading }) => ({
  kind: 'row',
  url: href,
  title,
  ...placeOf(heading),
}))
