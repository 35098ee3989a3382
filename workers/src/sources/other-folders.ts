import { hash } from 'node:crypto'
import { urlKey } from '@lectern/contracts/url-key.ts'
import { unescaped } from './fields.ts'
import type { Format, SourceItem, SourceRow } from './source.ts'
import { linkUrl } from './url.ts'

/** More addresses than any plan has room for. The folders of those beyond are not compared, which bounds the memory. */
const ADDRESSES_MAX = 250_000
/** In UTF-16 units, of all names of folders. */
const NAMES_MAX = 8_388_608

/**
 * A file in which an address may stand in several folders. The first one becomes its collection, the others are named with
 * its first row. The file is read twice, since others may come after the row was given.
 */
export const withOtherFolders = ({ source, read }: Format): Format => ({
  source,
  async *read(file) {
    const folders = await foldersOf(read(file))
    for await (const item of read(file)) {
      const key = item.kind === 'row' && folders.size > 0 ? keyOf(item) : undefined
      const [collection, ...alsoIn] = (key !== undefined && folders.get(key)) || []
      if (key === undefined || collection === undefined) yield item
      else {
        folders.delete(key)
        yield { ...item, collection, alsoIn }
      }
    }
  },
})

/** Folders of the addresses that stand at several places. */
const foldersOf = async (items: AsyncIterable<SourceItem>): Promise<Map<number, string[]>> => {
  const ids = new Map<string, number>()
  const names: string[] = []
  const first = new Map<number, number>()
  const repeated = new Map<number, Set<number>>()
  let length = 0
  for await (const item of items) {
    const key = item.kind === 'row' ? keyOf(item) : undefined
    if (item.kind !== 'row' || key === undefined || item.own) continue
    const name = unescaped(item.collection ?? '').trim()
    let id = ids.get(name.toLowerCase())
    if (id === undefined) {
      length += name.length
      if (length > NAMES_MAX) break
      id = names.push(name) - 1
      ids.set(name.toLowerCase(), id)
    }
    const before = first.get(key)
    if (before === undefined) first.set(key, id)
    else if (before !== id) repeated.set(key, (repeated.get(key) ?? new Set([before])).add(id))
    if (first.size === ADDRESSES_MAX) break
  }
  return new Map(
    Array.from(repeated, ([key, places]) => [
      key,
      Array.from(places, id => names[id] ?? '').filter(name => name !== ''),
    ]),
  )
}

/** Hashes of 48 bits take less memory than addresses, and two of them hardly ever are the same. */
const keyOf = ({ url }: SourceRow): number | undefined => {
  const found = linkUrl(url)
  return 'url' in found ? Number.parseInt(hash('sha256', urlKey(found.url)).slice(0, 12), 16) : undefined
}
