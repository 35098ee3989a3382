import type { PerHost } from '@lectern/platform/safe-fetch/per-host.ts'

export type QueuedPage = {
  /** The library whose turn the page takes. */
  readonly libraryId: string
  readonly host: string
  /** Time since when the page waits, in ms as Date.now(). */
  readonly since: number
  /** Never rejects. @param fetched ends the fetch, before the rest of the work ends */
  readonly start: (fetched: () => void) => Promise<void>
  /** Returns the page to NATS, which delivers it again after the delay. */
  readonly putBack: (delayMs: number) => void
}

const limits = {
  fetches: 64,
  /** Pages that were started and have not ended: in a fetch, waiting to be read, or waiting for command-api. */
  started: 256,
  startedOfLibrary: 4,
  /** Pages that wait in all libraries together. One page of each library may wait besides. */
  waiting: 1_000,
  waitingOfLibrary: 16,
  /** A slow host leaves room for the library's pages of other hosts. */
  waitingOfLibraryAtHost: 4,
  /** Pages of hosts in trouble, one for each host, besides waitingOfLibrary. */
  troubledOfLibrary: 64,
}
/** Pages of one library that were put back come again one by one: 40 a second, the first after 250 ms. */
const putBackEveryMs = 25
const putBackSoonestMs = 250
/** Nothing tells when the pause of a host ends, or when a preview began one, so the queue looks every second. */
const lookEveryMs = 1_000

type Library = { waiting: QueuedPage[]; started: number; lastTurn: number; lastPutBackAt: number }

const atHost = (pages: Iterable<QueuedPage>, host: string) =>
  [...pages].filter(page => page.host === host).length

/**
 * Decides which page is fetched next, so that no library and no host holds up the others. A library has at most 4 started
 * pages, a host as many fetches as PerHost allows, and libraries take turns. A few pages of each library wait here; the
 * others go back to NATS. For a host in trouble one page of each library waits, and goes after the library's other pages.
 */
export function fairQueue({
  hosts,
  signal,
  now = Date.now,
}: {
  readonly hosts: Pick<PerHost, 'places' | 'heldMs' | 'failureOf'>
  /** Ends the queue. */
  readonly signal: AbortSignal
  readonly now?: () => number
}) {
  const libraries = new Map<string, Library>()
  const fetching = new Set<QueuedPage>()
  let started = 0
  let waitingInAll = 0
  let turns = 0

  const libraryOf = ({ libraryId }: QueuedPage): Library => {
    const library = libraries.get(libraryId) ?? { waiting: [], started: 0, lastTurn: 0, lastPutBackAt: 0 }
    libraries.set(libraryId, library)
    return library
  }

  /** Such a page starts, and fails at once with the failure of its host. */
  const isGivenUp = ({ host, since }: QueuedPage) => hosts.failureOf(host, since) !== undefined
  const isHeld = (page: QueuedPage) => hosts.heldMs(page.host) > 0 && !isGivenUp(page)
  const isInTrouble = (page: QueuedPage) => hosts.places(page.host) < 2 && !isGivenUp(page)
  const mayStart = (page: QueuedPage) =>
    isGivenUp(page) || atHost(fetching, page.host) < hosts.places(page.host)

  const hasRoom = ({ waiting }: Library, page: QueuedPage) => {
    const troubled = waiting.filter(isInTrouble).length
    if (isInTrouble(page)) return atHost(waiting, page.host) === 0 && troubled < limits.troubledOfLibrary
    const others = waiting.length - troubled
    return (
      others === 0 ||
      (waitingInAll < limits.waiting &&
        others < limits.waitingOfLibrary &&
        atHost(waiting, page.host) < limits.waitingOfLibraryAtHost)
    )
  }

  const leave = (library: Library, page: QueuedPage) => {
    library.waiting = library.waiting.filter(other => other !== page)
    waitingInAll -= 1
  }

  const putBack = (library: Library, page: QueuedPage) => {
    library.lastPutBackAt = Math.max(now() + putBackSoonestMs, library.lastPutBackAt + putBackEveryMs)
    page.putBack(Math.max(library.lastPutBackAt - now(), hosts.heldMs(page.host)))
  }

  const start = (library: Library, page: QueuedPage) => {
    library.started += 1
    started += 1
    turns += 1
    library.lastTurn = turns
    fetching.add(page)
    const fetched = () => {
      if (fetching.delete(page)) look()
    }
    void page.start(fetched).then(() => {
      library.started -= 1
      started -= 1
      fetching.delete(page)
      look()
    })
  }

  /** Starts a page of the library with the fewest started pages; among equals, of the one with the oldest last turn. */
  const startNext = (): boolean => {
    if (fetching.size >= limits.fetches || started >= limits.started) return false
    const inOrder = [...libraries.values()].sort((a, b) => a.started - b.started || a.lastTurn - b.lastTurn)
    for (const library of inOrder) {
      if (library.started >= limits.startedOfLibrary) return false
      const due = library.waiting.filter(mayStart)
      const page = due.find(each => !isInTrouble(each)) ?? due[0]
      if (!page) continue
      leave(library, page)
      start(library, page)
      return true
    }
    return false
  }

  /** Puts back all but one page of each library for each host that pauses, and starts what may start. */
  const look = () => {
    if (signal.aborted) return
    for (const [libraryId, library] of libraries) {
      const held = new Set<string>()
      for (const page of library.waiting.filter(isHeld)) {
        if (held.has(page.host)) {
          leave(library, page)
          putBack(library, page)
        }
        held.add(page.host)
      }
      const isOver = library.waiting.length === 0 && library.started === 0 && library.lastPutBackAt < now()
      if (isOver) libraries.delete(libraryId)
    }
    while (startNext());
  }
  const looking = setInterval(look, lookEveryMs)
  signal.addEventListener('abort', () => clearInterval(looking), { once: true })

  return {
    /** Starts the page now or when its turn comes, or puts it back. */
    add(page: QueuedPage) {
      const library = libraryOf(page)
      if (!hasRoom(library, page)) return putBack(library, page)
      library.waiting.push(page)
      waitingInAll += 1
      look()
    },
  }
}
