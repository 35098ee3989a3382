import type { Position } from '@lectern/platform/event-store/port.ts'
import { lruByWeight } from '@lectern/platform/lru.ts'
import { comparePositions } from '@lectern/platform/position.ts'
import type { ReadModel } from '../read-model/follow.ts'
import type { ListFilters } from './list.ts'
import type { LibraryFacts, ShareOf } from './search-facts.ts'

/** Libraries that are remembered, most with some 100 kB, none with more than 4 MB. */
const LIBRARIES_MAX = 64
/** Of one library, some 500 bytes each, or 1,500 with 200 links. */
const SEARCHES_MAX = 2_000
/** Of the lists of all libraries together, and of the longest one; a page of 50 links has some 40 kB. */
const LISTS_BYTES_MAX = 8 * 1_048_576
const LIST_BYTES_MAX = LISTS_BYTES_MAX / 32
/** In bytes: what a list that is remembered takes besides, one that was refused too. */
const LIST_OVERHEAD = 500
/** In ms. A change that nobody told of is noticed so late at most. */
const REMEMBERED_MS = 60_000
/** In ms. So long samples outlast changes: somebody may be filling the library. */
const SAMPLES_MS = 10_000

/** What is asked for once, also by reads that come at the same time; again where the answer was an error. */
type Once<Answer> = { answer: Promise<Answer> | undefined }

export const once = <Answer>(asked: Once<Answer>, ask: () => Promise<Answer>): Promise<Answer> => {
  if (asked.answer === undefined) {
    const answer = ask()
    asked.answer = answer
    answer.catch(() => {
      if (asked.answer === answer) asked.answer = undefined
    })
  }
  return asked.answer
}

/** What a search found: `ids` as an array in SQL, `rest` the members of the answer beside the links. */
type Page = { readonly ids: string; readonly rest: string }

/** What searches of a library found out that holds for the next ones, until anything in it changes. */
export type Remembered = {
  readonly facts: Once<LibraryFacts>
  /** By a hash of the search and its filters. */
  readonly totals: Map<string, number>
  /** By that, limit and cursor. */
  readonly pages: Map<string, Page>
  /** The one thing that outlasts changes, for a while: it stays true enough. */
  readonly shares: Once<ShareOf>
}

export const nothingRemembered = (): Remembered => ({
  facts: { answer: undefined },
  totals: new Map(),
  pages: new Map(),
  shares: { answer: undefined },
})

type Entry = Remembered & {
  readonly schema: string
  readonly readAfter: Position | undefined
  forgetAt: number
  readonly sharesUntil: number
}

/** An answer and what else was remembered when it was asked for: it holds as long as that. */
type List = { readonly of: Entry; readonly asked: Once<Buffer>; bytes: number }

export type LibraryMemory = {
  /** @param readAfter the caller's own last write, which what is remembered has to know */
  ofSearches(libraryId: string, readAfter: Position | undefined): Remembered
  /** What was answered to a list, or is being asked: as bytes, so that they are not encoded each time. */
  list(
    libraryId: string,
    readAfter: Position | undefined,
    filters: ListFilters,
    ask: () => Promise<string>,
  ): Promise<Buffer>
}

/**
 * People search as they type, page on and come back, and every tab and device asks for the same first page: what has not
 * changed since need not be asked of Postgres each time. What a read learns goes into the entry that was there when it
 * began, so that a change on the way makes it forgotten.
 */
export const createLibraryMemory = (model: ReadModel): LibraryMemory => {
  const libraries = new Map<string, Entry>()
  const lists = lruByWeight<List>(LISTS_BYTES_MAX, ({ bytes }) => LIST_OVERHEAD + bytes)
  model.onChange(change => {
    if (change === null) libraries.clear()
    const changed = change && libraries.get(change.libraryId)
    if (changed) changed.forgetAt = 0
  })

  const entryOf = (libraryId: string, readAfter: Position | undefined): Entry => {
    const schema = model.schema()
    const known = libraries.get(libraryId)
    libraries.delete(libraryId)
    const now = Date.now()
    const isKnown = known?.schema === schema && known.forgetAt > now && knows(known, readAfter)
    const entry = isKnown ? known : anew(schema, readAfter, now, known)
    libraries.set(libraryId, entry)
    if (libraries.size > LIBRARIES_MAX) dropOldest(libraries)
    return entry
  }

  return {
    ofSearches: (libraryId, readAfter) => {
      const entry = entryOf(libraryId, readAfter)
      for (const map of [entry.totals, entry.pages]) if (map.size >= SEARCHES_MAX) dropOldest(map)
      return entry
    },
    list: (libraryId, readAfter, filters, ask) => {
      const entry = entryOf(libraryId, readAfter)
      const key = JSON.stringify([libraryId, filters])
      const known = lists.get(key)
      const list = known?.of === entry ? known : { of: entry, asked: { answer: undefined }, bytes: 0 }
      lists.set(key, list)
      return once(list.asked, async () => {
        const answer = Buffer.from(await ask())
        if (lists.get(key) !== list) return answer
        list.bytes = answer.length
        if (answer.length > LIST_BYTES_MAX) lists.delete(key)
        else lists.set(key, list)
        return answer
      })
    },
  }
}

/** @param known of which the shares may stay */
const anew = (
  schema: string,
  readAfter: Position | undefined,
  now: number,
  known: Entry | undefined,
): Entry => {
  const areSharesTrue = known?.schema === schema && known.sharesUntil > now
  return {
    ...nothingRemembered(),
    schema,
    readAfter,
    forgetAt: now + REMEMBERED_MS,
    sharesUntil: areSharesTrue ? known.sharesUntil : now + SAMPLES_MS,
    ...(areSharesTrue && { shares: known.shares }),
  }
}

const dropOldest = (map: Map<string, unknown>): void => {
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}

const knows = (entry: Entry, position: Position | undefined): boolean =>
  position === undefined ||
  (entry.readAfter !== undefined && comparePositions(entry.readAfter, position) >= 0)
