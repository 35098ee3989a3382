import type { PerHost } from '@lectern/platform/safe-fetch/per-host.ts'

export type Visit = {
  /** Libraries take turns: this is the one whose turn it takes. */
  readonly askedBy: string
  readonly host: string
  /** Since when it waits, as Date.now() says it. */
  readonly since: number
  /** Never rejects. @param fetched gives the places back before the work ends */
  readonly start: (fetched: () => void) => Promise<void>
  /** Asks for the visit again after this time. */
  readonly putBack: (delayMs: number) => void
}

export type FairLine = {
  /** Starts the visit now or when its turn comes, or puts it back. */
  enter(visit: Visit): void
  /** Visits that were started and have not ended. */
  inHand(): number
}

const limits = {
  fetches: 64,
  /** Being fetched, waiting to be read, or waiting for command-api. */
  inHand: 256,
  inHandOfLibrary: 4,
  waiting: 1_000,
  waitingOfLibrary: 16,
  /** Each for a host of its own, and beside the others: no library keeps those of another from being tried. */
  troubledOfLibrary: 64,
  /** Links of one slow host leave room for the library's others. */
  waitingOfLibraryAtHost: 4,
}
/** Visits of one library that were put back come again one by one: 40 a second, and the first not at once. */
const backEveryMs = 25
const backSoonestMs = 250
/** Nothing tells when a host's pause is over, or that a preview made it begin. */
const lookEveryMs = 1_000

type Library = { readonly waiting: Visit[]; inHand: number; lastTurn: number; lastBackAt: number }

/**
 * Decides which page is fetched next. A library has 4 in hand, a host as many as it may have at once, and libraries take
 * turns at what is free. A few visits of each library wait here; the others are put back, and so cost nothing. For a host in
 * trouble one of each library waits, so that libraries take turns at trying it too, and goes after the library's others.
 */
export function fairLine({
  hosts,
  signal,
  now = Date.now,
}: {
  readonly hosts: Pick<PerHost, 'places' | 'heldMs' | 'failureOf'>
  /** Ends it. */
  readonly signal: AbortSignal
  readonly now?: () => number
}): FairLine {
  const libraries = new Map<string, Library>()
  const fetchesOf = new Map<string, number>()
  let fetches = 0
  let inHand = 0
  let waiting = 0
  let turns = 0

  const libraryOf = (askedBy: string): Library => {
    const known = libraries.get(askedBy)
    if (known) return known
    const library = { waiting: [], inHand: 0, lastTurn: 0, lastBackAt: 0 }
    libraries.set(askedBy, library)
    return library
  }

  const isGivenUp = ({ host, since }: Visit) => hosts.failureOf(host, since) !== undefined
  const isHeld = (visit: Visit) => hosts.heldMs(visit.host) > 0 && !isGivenUp(visit)
  const isInTrouble = (visit: Visit) => hosts.places(visit.host) < 2 && !isGivenUp(visit)
  const mayStart = (visit: Visit) =>
    isGivenUp(visit) || (fetchesOf.get(visit.host) ?? 0) < hosts.places(visit.host)

  const hasRoom = (library: Library, visit: Visit) => {
    const atHost = library.waiting.filter(({ host }) => host === visit.host).length
    const troubled = library.waiting.filter(isInTrouble).length
    if (isInTrouble(visit)) return atHost === 0 && troubled < limits.troubledOfLibrary
    const others = library.waiting.length - troubled
    return (
      others === 0 ||
      (waiting < limits.waiting && others < limits.waitingOfLibrary && atHost < limits.waitingOfLibraryAtHost)
    )
  }

  const leave = (library: Library, visit: Visit) => {
    library.waiting.splice(library.waiting.indexOf(visit), 1)
    waiting -= 1
  }

  const putBack = (library: Library, visit: Visit) => {
    library.lastBackAt = Math.max(now() + backSoonestMs, library.lastBackAt + backEveryMs)
    visit.putBack(Math.max(library.lastBackAt - now(), hosts.heldMs(visit.host)))
  }

  const start = (library: Library, visit: Visit) => {
    const { host } = visit
    library.inHand += 1
    inHand += 1
    fetches += 1
    fetchesOf.set(host, (fetchesOf.get(host) ?? 0) + 1)
    let isFetched = false
    const fetched = () => {
      if (isFetched) return
      isFetched = true
      fetches -= 1
      const left = (fetchesOf.get(host) ?? 1) - 1
      if (left === 0) fetchesOf.delete(host)
      else fetchesOf.set(host, left)
      look()
    }
    void visit.start(fetched).then(() => {
      library.inHand -= 1
      inHand -= 1
      fetched()
      look()
    })
  }

  const isBefore = (a: Library, b: Library) =>
    a.inHand === b.inHand ? a.lastTurn < b.lastTurn : a.inHand < b.inHand

  /** Takes the next visit out of the line: of the libraries that have fewest in hand, that whose last turn is longest ago. */
  const next = (): [Library, Visit] | undefined => {
    if (fetches >= limits.fetches || inHand >= limits.inHand) return undefined
    let found: { library: Library; visit: Visit } | undefined
    for (const library of libraries.values()) {
      if (library.inHand >= limits.inHandOfLibrary || (found && !isBefore(library, found.library))) continue
      const ready = library.waiting.filter(mayStart)
      const visit = ready.find(each => !isInTrouble(each)) ?? ready[0]
      if (visit) found = { library, visit }
    }
    if (!found) return undefined
    const { library, visit } = found
    leave(library, visit)
    turns += 1
    library.lastTurn = turns
    return [library, visit]
  }

  const look = () => {
    if (signal.aborted) return
    for (const [askedBy, library] of libraries) {
      const held = new Set<string>()
      for (const visit of library.waiting.filter(isHeld)) {
        if (held.has(visit.host)) {
          leave(library, visit)
          putBack(library, visit)
        }
        held.add(visit.host)
      }
      const isOver = library.waiting.length === 0 && library.inHand === 0 && library.lastBackAt < now()
      if (isOver) libraries.delete(askedBy)
    }
    for (let found = next(); found !== undefined; found = next()) start(...found)
  }
  const looking = setInterval(look, lookEveryMs)
  signal.addEventListener('abort', () => clearInterval(looking), { once: true })

  return {
    enter(visit) {
      const library = libraryOf(visit.askedBy)
      if (!hasRoom(library, visit)) return putBack(library, visit)
      library.waiting.push(visit)
      waiting += 1
      look()
    },
    inHand: () => inHand,
  }
}
