import { date, separated } from './fields.ts'
import { bookmarkFormat, type Columns, type RowOf, tableFormat } from './format.ts'
import type { Format } from './source.ts'

/** Pocket escaped ampersands in some addresses. */
export const pocketUrl = (given: string): string => given.replaceAll('&amp;', '&').trim()

/** The table of 2024 had a column `cursor` in front of the tags, so columns count by name alone. */
export const pocketRow = (column: Columns): RowOf<readonly string[]> => {
  const url = column('url')
  const title = column('title')
  const savedAt = column('timeadded')
  const tags = column('tags')
  const status = column('status')
  return cells => ({
    kind: 'row',
    url: pocketUrl(url(cells)),
    title: title(cells),
    savedAt: date(savedAt(cells)),
    tags: separated(tags(cells), '|'),
    isArchived: status(cells).trim().toLowerCase() === 'archive',
  })
}

export const pocketCsv: Format = tableFormat('pocket', pocketRow)

/** ril_export.html: a list under the heading Unread and one under Read Archive. */
export const pocketHtml: Format = bookmarkFormat('pocket', ({ href = '', title, attributes, heading }) => ({
  kind: 'row',
  url: pocketUrl(href),
  title,
  savedAt: date(attributes.get('time_added')),
  tags: separated(attributes.get('tags') ?? '', ','),
  isArchived: /archive/i.test(heading),
}))
