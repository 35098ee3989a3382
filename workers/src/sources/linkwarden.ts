import { Collections } from './collections.ts'
import { date, isObject, list, text, unescaped } from './fields.ts'
import { documentRows, formatOf } from './format.ts'
import { withOtherFolders } from './other-folders.ts'
import { jsonItems, taking } from './readers/json.ts'
import { textOf } from './readers/text.ts'
import type { Format, SourceFile, SourceItem } from './source.ts'

/** Members of a collection that are small, unlike its links. */
const COLLECTION = ['id', 'name', 'parentId']

/**
 * A user's record with collections, each with its links, and at the end the pinned links once more. The file is read
 * twice, since parents and pins may come after the links that they concern.
 */
export const linkwarden: Format = withOtherFolders(
  formatOf('linkwarden', async function* (file) {
    const { collections, pinned } = await readAround(file)
    yield* documentRows(file, ['collections.*.links.*'], link => rowOf(link, collections, pinned))
  }),
)

const readAround = async (file: SourceFile) => {
  const collections = new Collections()
  const pinned = new Set<string>()
  const members = COLLECTION.map(name => `collections.*.${name}`)
  let index = -1
  let collection: Record<string, unknown> = {}
  for await (const items of jsonItems(textOf(file), taking(...members, 'pinnedLinks.*')))
    for (const item of items) {
      const value = 'value' in item ? item.value : undefined
      if (item.path === 'pinnedLinks.*') {
        if (isObject(value)) pinned.add(text(value.id))
        continue
      }
      if (item.at[0] !== index) {
        collections.add(collection)
        collection = {}
        index = item.at[0] ?? 0
      }
      collection[item.path.slice('collections.*.'.length)] = value
    }
  collections.add(collection)
  return { collections, pinned }
}

const rowOf = (
  link: Record<string, unknown>,
  collections: Collections,
  pinned: ReadonlySet<string>,
): SourceItem => {
  if (text(link.url) === '') return { kind: 'failed', reason: 'not-a-link' }
  return {
    kind: 'row',
    url: text(link.url),
    title: unescaped(text(link.name)),
    note: unescaped(text(link.description)),
    tags: list(link.tags).map(tag => (isObject(tag) ? unescaped(text(tag.name)) : '')),
    savedAt: date(link.importDate) ?? date(link.createdAt),
    isFavorite: pinned.has(text(link.id)),
    collection: collections.path(text(link.collectionId)),
  }
}
