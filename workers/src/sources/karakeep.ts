import { Collections } from './collections.ts'
import { date, isObject, list, text } from './fields.ts'
import { bookmarkFormat, documentRows, formatOf } from './format.ts'
import { bookmarkRow } from './generic.ts'
import { withOtherFolders } from './other-folders.ts'
import { jsonItems, taking } from './readers/json.ts'
import { textOf } from './readers/text.ts'
import type { Format, SourceFile, SourceItem } from './source.ts'

/** Its bookmark file is flat, and has addresses encoded a second time. Files with folders are others', which have not. */
export const karakeepHtml: Format = withOtherFolders(
  bookmarkFormat('karakeep', bookmark => {
    const { href = '', folders } = bookmark
    return bookmarkRow(folders.length > 0 ? bookmark : { ...bookmark, href: decodedOnce(href) })
  }),
)

const decodedOnce = (href: string): string => href.replace(/%25(?=[0-9a-f]{2})/gi, '%')

/** The lists come after the bookmarks that are on them, so the file is read twice. */
export const karakeepJson: Format = formatOf('karakeep', async function* (file) {
  const lists = await readLists(file)
  yield* documentRows(file, ['bookmarks.*'], bookmark => rowOf(bookmark, lists))
})

/** Smart lists are searches, so nothing is on them. */
const readLists = async (file: SourceFile): Promise<Collections> => {
  const lists = new Collections()
  for await (const items of jsonItems(textOf(file), taking('lists.*')))
    for (const item of items)
      if ('value' in item && isObject(item.value) && item.value.type !== 'smart') lists.add(item.value)
  return lists
}

const rowOf = (bookmark: Record<string, unknown>, lists: Collections): SourceItem => {
  const { content } = bookmark
  if (!isObject(content) || text(content.url) === '') return { kind: 'failed', reason: 'not-a-link' }
  const [collection, ...others] = list(bookmark.lists)
    .map(text)
    .filter(id => lists.has(id))
    .map(id => lists.path(id))
  return {
    kind: 'row',
    url: text(content.url),
    title: text(bookmark.title),
    note: text(bookmark.note),
    tags: list(bookmark.tags).map(text),
    savedAt: date(bookmark.createdAt),
    isArchived: bookmark.archived === true,
    collection,
    alsoIn: others,
  }
}
