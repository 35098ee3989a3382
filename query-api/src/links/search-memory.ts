import type { Position } from '@lectern/platform/event-store/port.ts'
import { comparePositions } from '@lectern/platform/position.ts'
import type { ReadModel } from '../read-model/follow.ts'
import type { SearchFacts } from './search-facts.ts'

/** Libraries that are remembered, most with some 100 kB, none with more than 2 MB. */
const LIBRARIES_MAX = 64
/** Of one library, some 100 bytes each. */
const TOTALS_MAX = 2_000
/** In ms. A change that nobody told of is noticed so late at most. */
const REMEMBERED_MS = 60_000

/** What searches of a library found out that holds for the next ones, until anything in it changes. */
export type Remembered = {
  facts: Promise<SearchFacts> | undefined
  /** By a hash of the search and its filters. */
  readonly totals: Map<string, number>
}

type Entry = Remembered & {
  readonly schema: string
  readonly readAfter: Position | undefined
  readonly forgetAt: number
}

/**
 * People search as they type, page on and come back: what the library's tags are and how many links match need not be
 * asked each time. What a search learns goes into the entry that was there when it began, so that a change on the way
 * makes it forgotten.
 */
export const createSearchMemory = (model: ReadModel) => {
  const libraries = new Map<string, Entry>()
  model.onChange(change => {
    if (change === null) libraries.clear()
    else libraries.delete(change.libraryId)
  })

  /** @param readAfter the caller's own last write, which what is remembered has to know */
  return (libraryId: string, readAfter: Position | undefined): Remembered => {
    const schema = model.schema()
    const known = libraries.get(libraryId)
    libraries.delete(libraryId)
    const entry =
      known?.schema === schema && known.forgetAt > Date.now() && knows(known, readAfter)
        ? known
        : { schema, readAfter, forgetAt: Date.now() + REMEMBERED_MS, facts: undefined, totals: new Map() }
    if (entry.totals.size >= TOTALS_MAX) dropOldest(entry.totals)
    libraries.set(libraryId, entry)
    if (libraries.size > LIBRARIES_MAX) dropOldest(libraries)
    return entry
  }
}

const dropOldest = (map: Map<string, unknown>): void => {
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}

const knows = (entry: Entry, position: Position | undefined): boolean =>
  position === undefined ||
  (entry.readAfter !== undefined && comparePositions(entry.readAfter, position) >= 0)
