import type { PerHost } from '@lectern/platform/safe-fetch/per-host.ts'
import { hasPlace, isBulk, type Rank } from '../rank.ts'

export type QueuedPage = {
  readonly rank: Rank
  /** The library whose turn the page takes. */
  readonly libraryId: string
  readonly host: string
  /** Time since when the page waits, in ms as Date.now(). */
  readonly since: number
  /** Never rejects. @param fetched ends the fetch, before the rest of the work ends */
  readonly start: (fetched: () => void) => Promise<void>
  /** Returns the page to its owner, who may add it again after the delay. */
  readonly putBack: (delayMs: number) => void
}

const limits = {
  fetches: 64,
  /** Pages that were started and have not ended: in a fetch, waiting to be read, or waiting for command-api. */
  started: 256,
  startedOfLibrary: 4,
  /** Interactive pages that wait in all libraries together. One page of each library may wait besides. */
  waiting: 1_000,
  waitingOfLibrary: 16,
  /** A slow host leaves room for the library's pages of other hosts. */
  waitingOfLibraryAtHost: 4,
  /** Pages of hosts in trouble, one for each host, besides waitingOfLibrary. */
  troubledOfLibrary: 64,
}
/** Interactive pages of one library that were put back come again one by one: 40 a second, the first after 250 ms. */
const putBackEveryMs = 25
const putBackSoonestMs = 250
/** Nothing tells when the pause of a host ends, or when a preview began one, so the queue looks every second. */
const lookEveryMs = 1_000

type Library = { waiting: QueuedPage[]; started: Set<QueuedPage>; lastTurn: number; lastPutBackAt: number }

const atHost = (pages: Iterable<QueuedPage>, host: string) => [...pages].filter(page => page.host === host)

/**
 * Decides which page is fetched next, so that no library and no host holds up the others. A library has at most 4 started
 * pages, a host as many fetches as PerHost allows, and libraries take turns. A few pages of each library wait here; the
 * others go back. For a host in trouble one page of each library waits, and goes after the library's other pages. Bulk
 * pages start where no interactive page can, and never wait for a host that pauses.
 */
export function fairQueue({
  hosts,
  signal,
  holdsBulk = () => false,
  now = Date.now,
}: {
  readonly hosts: Pick<PerHost, 'places' | 'heldMs' | 'failureOf'>
  /** Ends the queue. */
  readonly signal: AbortSignal
  /** Whether bulk pages wait for work that is more urgent. */
  readonly holdsBulk?: () => boolean
  readonly now?: () => number
}) {
  const libraries = new Map<string, Library>()
  const fetching = new Set<QueuedPage>()
  const started = new Set<QueuedPage>()
  let waitingInAll = 0
  let turns = 0

  const libraryOf = ({ libraryId }: QueuedPage): Library => {
    const library = libraries.get(libraryId) ?? {
      waiting: [],
      started: new Set(),
      lastTurn: 0,
      lastPutBackAt: 0,
    }
    libraries.set(libraryId, library)
    return library
  }

  /** Such a page starts, and fails at once with the failure of its host. */
  const isGivenUp = ({ host, since }: QueuedPage) => hosts.failureOf(host, since) !== undefined
  const isHeld = (page: QueuedPage) => hosts.heldMs(page.host) > 0 && !isGivenUp(page)
  const isInTrouble = (page: QueuedPage) => hosts.places(page.host) < 2 && !isGivenUp(page)
  const mayStart = (page: QueuedPage) =>
    isGivenUp(page) || hasPlace(page, atHost(fetching, page.host), hosts.places(page.host))

  const hasRoomForBulk = ({ waiting }: Library, page: QueuedPage) => {
    const bulk = waiting.filter(isBulk)
    return !isHeld(page) && bulk.length < limits.waitingOfLibrary && atHost(bulk, page.host).length === 0
  }

  const hasRoom = (library: Library, page: QueuedPage) => {
    if (isBulk(page)) return hasRoomForBulk(library, page)
    const waiting = library.waiting.filter(other => !isBulk(other))
    const troubled = waiting.filter(isInTrouble).length
    if (isInTrouble(page))
      return atHost(waiting, page.host).length === 0 && troubled < limits.troubledOfLibrary
    const others = waiting.length - troubled
    return (
      others === 0 ||
      (waitingInAll < limits.waiting &&
        others < limits.waitingOfLibrary &&
        atHost(waiting, page.host).length < limits.waitingOfLibraryAtHost)
    )
  }

  const leave = (library: Library, page: QueuedPage) => {
    library.waiting = library.waiting.filter(other => other !== page)
    if (!isBulk(page)) waitingInAll -= 1
  }

  const putBack = (library: Library, page: QueuedPage) => {
    if (isBulk(page)) return page.putBack(hosts.heldMs(page.host))
    library.lastPutBackAt = Math.max(now() + putBackSoonestMs, library.lastPutBackAt + putBackEveryMs)
    page.putBack(Math.max(library.lastPutBackAt - now(), hosts.heldMs(page.host)))
  }

  const start = (library: Library, page: QueuedPage) => {
    library.started.add(page)
    started.add(page)
    turns += 1
    library.lastTurn = turns
    fetching.add(page)
    const fetched = () => {
      if (fetching.delete(page)) look()
    }
    void page.start(fetched).then(() => {
      library.started.delete(page)
      started.delete(page)
      fetching.delete(page)
      look()
    })
  }

  /** Starts a page of the library with the fewest started pages; among equals, of the one with the oldest last turn. */
  const startNext = (rank: Rank): boolean => {
    if (!hasPlace({ rank }, fetching, limits.fetches) || !hasPlace({ rank }, started, limits.started))
      return false
    const inOrder = [...libraries.values()].sort(
      (a, b) => a.started.size - b.started.size || a.lastTurn - b.lastTurn,
    )
    for (const library of inOrder) {
      if (!hasPlace({ rank }, library.started, limits.startedOfLibrary)) continue
      const due = library.waiting.filter(page => page.rank === rank && mayStart(page))
      const page = due.find(each => !isInTrouble(each)) ?? due[0]
      if (!page) continue
      leave(library, page)
      start(library, page)
      return true
    }
    return false
  }

  /**
   * Puts back the bulk pages of hosts that pause, and all but one interactive page of each library for each such host.
   * Starts what may start.
   */
  const look = () => {
    if (signal.aborted) return
    for (const [libraryId, library] of libraries) {
      const held = new Set<string>()
      for (const page of library.waiting.filter(isHeld)) {
        if (isBulk(page) || held.has(page.host)) {
          leave(library, page)
          putBack(library, page)
        } else held.add(page.host)
      }
      const isOver =
        library.waiting.length === 0 && library.started.size === 0 && library.lastPutBackAt < now()
      if (isOver) libraries.delete(libraryId)
    }
    while (startNext('interactive') || (!holdsBulk() && startNext('bulk')));
  }
  const looking = setInterval(look, lookEveryMs)
  signal.addEventListener('abort', () => clearInterval(looking), { once: true })

  return {
    /** Starts the page now or when its turn comes, or puts it back. */
    add(page: QueuedPage) {
      const library = libraryOf(page)
      if (!hasRoom(library, page)) return putBack(library, page)
      library.waiting.push(page)
      if (!isBulk(page)) waitingInAll += 1
      look()
    },
  }
}
