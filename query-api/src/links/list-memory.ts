import { isOfSearchesAlone } from '@lectern/contracts/read-model/progress.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { LRUCache } from 'lru-cache'
import type { ReadModel } from '../read-model/follow.ts'
import type { ListFilters } from './list.ts'
import { dropOldest, knows } from './search-memory.ts'

/** Of all libraries together, and of one list; a page of 50 links has some 40 kB. */
const BYTES_MAX = 8 * 1_048_576
const LIST_BYTES_MAX = BYTES_MAX / 32
/** Lists of one library. */
const LISTS_MAX = 8
/** In bytes: what a library that is remembered takes besides. */
const OVERHEAD = 1_000
/** In ms. A change that nobody told of is noticed so late at most. */
const REMEMBERED_MS = 60_000
/** The same of lists with articles that may have a result by now: those show it before anybody is told. */
const REMEMBERED_UNREAD_MS = 1_000
const UNREAD = ['"extraction":"pending"', '"extraction":"failed"']

type List = { readonly answer: Promise<Buffer>; until: number; bytes: number }

type Library = {
  readonly schema: string
  readonly readAfter: Position | undefined
  /** By their filters. */
  readonly lists: Map<string, List>
}

export type ListMemory = (
  libraryId: string,
  /** The caller's own last write, which the answer has to know. */
  readAfter: Position | undefined,
  filters: ListFilters,
  ask: () => Promise<string>,
) => Promise<Buffer>

/**
 * Every tab and device asks for the same first page: until something in the library changes, what one was answered, or is
 * being answered, the next one gets too; as bytes, so that they are not encoded each time. A change drops the library, so
 * that an answer which is on its way then is remembered by nobody.
 */
export const createListMemory = (model: ReadModel): ListMemory => {
  const libraries = new LRUCache<string, Library>({
    maxSize: BYTES_MAX,
    sizeCalculation: ({ lists }) => [...lists.values()].reduce((sum, { bytes }) => sum + bytes, OVERHEAD),
  })
  model.onChange(change => {
    if (change === null) libraries.clear()
    else if (!isOfSearchesAlone(change)) libraries.delete(change.libraryId)
  })

  const libraryOf = (libraryId: string, readAfter: Position | undefined): Library => {
    const schema = model.schema()
    const known = libraries.get(libraryId)
    if (known?.schema === schema && knows(known.readAfter, readAfter)) return known
    return { schema, readAfter, lists: new Map() }
  }

  return async (libraryId, readAfter, filters, ask) => {
    const library = libraryOf(libraryId, readAfter)
    libraries.set(libraryId, library)
    const { lists } = library
    const key = JSON.stringify(filters)
    const known = lists.get(key)
    if (known !== undefined && known.until > Date.now()) return known.answer

    const list = { answer: ask().then(Buffer.from), until: Date.now() + REMEMBERED_MS, bytes: 0 }
    lists.set(key, list)
    if (lists.size > LISTS_MAX) dropOldest(lists)
    try {
      const answered = await list.answer
      list.bytes = answered.length
      if (list.bytes > LIST_BYTES_MAX && lists.get(key) === list) lists.delete(key)
      if (UNREAD.some(state => answered.includes(state))) list.until = Date.now() + REMEMBERED_UNREAD_MS
    } catch {
      // Who asks next may have more luck; this caller is told below.
      if (lists.get(key) === list) lists.delete(key)
    }
    if (libraries.get(libraryId) === library) {
      // The cache weighs what it does not hold yet, and this has grown.
      libraries.delete(libraryId)
      libraries.set(libraryId, library)
    }
    return list.answer
  }
}
