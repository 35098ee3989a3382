import { laneOf, SEARCH_LANE } from '@lectern/contracts/read-model/lanes.ts'
import { isOfSearchesAlone } from '@lectern/contracts/read-model/progress.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { comparePositions } from '@lectern/platform/event-store/position.ts'
import { LRUCache } from 'lru-cache'
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
/** Tags that are told of between two searches. */
const TOLD_MAX = 1_000
/** In ms. So long facts outlast changes: how many links there are need not be known better. */
const FACTS_MS = 5_000
/** In ms. The same of samples, unless the library grows or shrinks by more than a share of itself. */
const SAMPLES_MS = 600_000
const GROWN = 1.2

/** What is asked for once, also by searches that come at the same time; again where the answer was an error. */
type Once<Answer> = { answer: Promise<Answer> | undefined }

const once = <Answer>(asked: Once<Answer>, ask: () => Promise<Answer>): Promise<Answer> => {
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

/** Of a library, as true as it must be where a change brings no tag and leaves the plan as it is. */
type Facts = {
  read(ask: () => Promise<LibraryFacts>): Promise<LibraryFacts>
  /** @param tags that the library may not have had before, null for any */
  hear(tags: readonly string[] | null): void
}

/** What searches of a library found out that holds for the next ones. */
export type Remembered = {
  readonly facts: Facts['read']
  /** By a hash of the search and its filters. Until anything in the library changes, as for pages. */
  readonly totals: Map<string, number>
  /** By that, limit and cursor. */
  readonly pages: { get(name: string): Page | undefined; set(name: string, page: Page): void }
  /** Outlasts changes: it stays true enough. @param links so many the library has now */
  readonly shares: (links: number, ask: () => Promise<ShareOf>) => Promise<ShareOf>
}

/** Of a search that remembers nothing. */
export const nothingRemembered = (): Remembered => ({
  facts: rememberedFacts().read,
  totals: new Map(),
  pages: new Map(),
  shares: rememberedShares(),
})

const rememberedFacts = (): Facts => {
  let known: Once<LibraryFacts> = { answer: undefined }
  const told = new Set<string>()
  let until = 0
  const forget = () => {
    known = { answer: undefined }
    told.clear()
    until = Date.now() + FACTS_MS
  }
  return {
    read: async ask => {
      for (;;) {
        if (Date.now() >= until) forget()
        const asked = known
        const facts = await once(asked, ask)
        if (asked !== known) continue
        const areKnown = [...told].every(tag => facts.knowsTag(tag))
        if (!areKnown) {
          forget()
          continue
        }
        told.clear()
        return facts
      }
    },
    hear: tags => {
      if (tags === null || told.size > TOLD_MAX) return forget()
      for (const tag of tags) told.add(tag)
    },
  }
}

const rememberedShares = (): Remembered['shares'] => {
  let known: Once<ShareOf> = { answer: undefined }
  let links = 0
  let until = 0
  return (linksNow, ask) => {
    const isTrue = Date.now() < until && linksNow <= links * GROWN && linksNow * GROWN >= links
    if (!isTrue) {
      known = { answer: undefined }
      links = linksNow
      until = Date.now() + SAMPLES_MS
    }
    return once(known, ask)
  }
}

type Entry = Remembered & {
  readonly schema: string
  readonly readAfter: Position | undefined
  readonly keptFacts: Facts
  forgetAt: number
}

/**
 * People search as they type, page on and come back: what the library's tags are and how many links match need not be
 * asked each time. What a search learns goes into the entry that was there when it began, so that a change on the way
 * makes it forgotten.
 */
export const createSearchMemory = (model: ReadModel) => {
  const libraries = new Map<string, Entry>()
  const pages = new LRUCache<string, Page>({
    maxSize: PAGES_BYTES_MAX,
    sizeCalculation: ({ ids, rest }) => 200 + ids.length + rest.length,
  })
  let entries = 0
  model.onChange(change => {
    if (change === null) return libraries.clear()
    const changed = libraries.get(change.libraryId)
    if (changed === undefined) return
    changed.forgetAt = 0
    if (change.change.what.includes('account')) changed.keptFacts.hear(null)
    // Projectors of an earlier version, which an upgrade may find still there, name no tags.
    else if (isOfSearchesAlone(change)) changed.keptFacts.hear(change.tags ?? null)
  })

  /** @param known of which facts and shares may stay */
  const anew = (libraryId: string, readAfter: Position | undefined, known: Entry | undefined): Entry => {
    const schema = model.schema()
    const entry = ++entries
    const isSame = known?.schema === schema
    const isHeard = readAfter === undefined || model.isHeard([laneOf(libraryId), SEARCH_LANE], readAfter)
    const keptFacts = isSame && isHeard ? known.keptFacts : rememberedFacts()
    return {
      keptFacts,
      facts: keptFacts.read,
      totals: new Map(),
      // What belonged to entries before is never found again, and drops out.
      pages: {
        get: (name: string) => pages.get(`${entry} ${name}`),
        set: (name: string, page: Page) => pages.set(`${entry} ${name}`, page),
      },
      shares: isSame ? known.shares : rememberedShares(),
      schema,
      readAfter,
      forgetAt: Date.now() + REMEMBERED_MS,
    }
  }

  /** @param readAfter the caller's own last write, which what is remembered has to know */
  return (libraryId: string, readAfter: Position | undefined): Remembered => {
    const schema = model.schema()
    const known = libraries.get(libraryId)
    libraries.delete(libraryId)
    const isKnown =
      known?.schema === schema && known.forgetAt > Date.now() && knows(known.readAfter, readAfter)
    const entry = isKnown ? known : anew(libraryId, readAfter, known)
    if (entry.totals.size >= TOTALS_MAX) dropOldest(entry.totals)
    libraries.set(libraryId, entry)
    if (libraries.size > LIBRARIES_MAX) dropOldest(libraries)
    return entry
  }
}

export const dropOldest = (map: Map<string, unknown>): void => {
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}

/** Whether what was read after somebody's write knows of this one too. */
export const knows = (readAfter: Position | undefined, write: Position | undefined): boolean =>
  write === undefined || (readAfter !== undefined && comparePositions(readAfter, write) >= 0)
