import type { Position } from '@lectern/platform/event-store/port.ts'
import { lruByWeight } from '@lectern/platform/lru.ts'
import { comparePositions } from '@lectern/platform/position.ts'
import type { ReadModel } from '../read-model/follow.ts'
import type { LibraryFacts, ShareOf } from './search-facts.ts'

/** Libraries that are remembered, most with some 100 kB, none with more than 4 MB. */
const LIBRARIES_MAX = 64
/** Of one library, some 100 bytes each. */
const TOTALS_MAX = 2_000
/** In bytes, of all libraries: a page of 50 links takes some 500, of 200 some 1,500. */
const PAGES_BYTES_MAX = 8 * 1_048_576
/** In ms. A change that nobody told of is noticed so late at most. */
const REMEMBERED_MS = 60_000
/** In ms. So long samples outlast changes: somebody may be filling the library. */
const SAMPLES_MS = 10_000

/** What is asked for once, also by searches that come at the same time; again where the answer was an error. */
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
  readonly pages: { get(name: string): Page | undefined; set(name: string, page: Page): void }
  /** The one thing that outlasts changes, for a while: it stays true enough. */
  readonly shares: Once<ShareOf>
}

export const nothingRemembered = () => ({
  facts: { answer: undefined },
  totals: new Map<string, number>(),
  pages: new Map<string, Page>(),
  shares: { answer: undefined },
})

type Entry = Remembered & {
  readonly schema: string
  readonly readAfter: Position | undefined
  forgetAt: number
  readonly sharesUntil: number
}

/**
 * People search as they type, page on and come back: what the library's tags are and how many links match need not be
 * asked each time. What a search learns goes into the entry that was there when it began, so that a change on the way
 * makes it forgotten.
 */
export const createSearchMemory = (model: ReadModel) => {
  const libraries = new Map<string, Entry>()
  const pages = lruByWeight<Page>(PAGES_BYTES_MAX, ({ ids, rest }) => 200 + ids.length + rest.length)
  let entries = 0
  /** Of one entry: what belonged to those before is never found again, and drops out. */
  const newPages = (): Remembered['pages'] => {
    const entry = ++entries
    return {
      get: name => pages.get(`${entry} ${name}`),
      set: (name, page) => pages.set(`${entry} ${name}`, page),
    }
  }
  model.onChange(change => {
    if (change === null) libraries.clear()
    const changed = change && libraries.get(change.libraryId)
    if (changed) changed.forgetAt = 0
  })

  /** @param readAfter the caller's own last write, which what is remembered has to know */
  return (libraryId: string, readAfter: Position | undefined): Remembered => {
    const schema = model.schema()
    const known = libraries.get(libraryId)
    libraries.delete(libraryId)
    const now = Date.now()
    const isKnown = known?.schema === schema && known.forgetAt > now && knows(known.readAfter, readAfter)
    const entry = isKnown ? known : anew(schema, readAfter, now, known, newPages())
    if (entry.totals.size >= TOTALS_MAX) dropOldest(entry.totals)
    libraries.set(libraryId, entry)
    if (libraries.size > LIBRARIES_MAX) dropOldest(libraries)
    return entry
  }
}

/** @param known of which the shares may stay */
const anew = (
  schema: string,
  readAfter: Position | undefined,
  now: number,
  known: Entry | undefined,
  pages: Remembered['pages'],
): Entry => {
  const areSharesTrue = known?.schema === schema && known.sharesUntil > now
  return {
    ...nothingRemembered(),
    pages,
    schema,
    readAfter,
    forgetAt: now + REMEMBERED_MS,
    sharesUntil: areSharesTrue ? known.sharesUntil : now + SAMPLES_MS,
    ...(areSharesTrue && { shares: known.shares }),
  }
}

export const dropOldest = (map: Map<string, unknown>): void => {
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}

/** Whether what was read after somebody's write knows of this one too. */
export const knows = (readAfter: Position | undefined, write: Position | undefined): boolean =>
  write === undefined || (readAfter !== undefined && comparePositions(readAfter, write) >= 0)
