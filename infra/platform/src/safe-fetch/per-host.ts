import { FetchFailure } from './failure.ts'

const placesEach = 2
/** The pause after a host's first failure; each further one in a row doubles it. */
const firstPauseMs = 5_000
const longestPauseMs = 60_000
/** A request that waited while the host failed so often in a row fails like those. */
const failuresToGiveUp = 5
const busyMs = 2_000

export type PerHost = {
  /** Requests that the host may have at once: 0 while it is left alone, 1 until it answers again, else 2. */
  places(host: string): number
  /** How long the host is still left alone. */
  heldMs(host: string): number
  /** Why the host does not answer, for a request that waits since before it failed 5 times in a row. */
  failureOf(host: string, since: number): FetchFailure | undefined
  /**
   * Takes one of the host's places; the caller gives it back with the function it gets. Nobody waits here: a crowd that
   * did would take each place before others hear that it is free.
   * @throws FetchFailure the host's own, as failureOf gives it; host-busy with retryAfterMs, while it is left alone or has no place
   */
  enter(host: string, request: EnterRequest): () => void
  /** The host hung, could not be reached or asked to be left alone; any other failure says nothing of the host. */
  failed(host: string, failure: FetchFailure): void
  /** The host answered. */
  served(host: string): void
}

export type EnterRequest = {
  /** Since when the request waits; default now. */
  readonly since?: number | undefined
  /** Takes a place only of a host in no trouble, and leaves it the other one: for requests that are worth less than others. */
  readonly leavesOne?: boolean | undefined
}

type Host = {
  active: number
  failuresInRow: number
  /** When the latest of them were. */
  failedAt: number[]
  failure?: FetchFailure
  heldUntil: number
}

/** Courtesy towards hosts, and patience with them: a few requests at once each, one while a host is in trouble. */
export function perHost({ now = Date.now } = {}): PerHost {
  const hosts = new Map<string, Host>()

  const forget = () => {
    for (const [name, host] of hosts) {
      if (host.active === 0 && host.heldUntil < now() - longestPauseMs) hosts.delete(name)
    }
  }
  const get = (name: string): Host => {
    const known = hosts.get(name)
    if (known) return known
    if (hosts.size > 1_000) forget()
    const host: Host = { active: 0, failuresInRow: 0, failedAt: [], heldUntil: 0 }
    hosts.set(name, host)
    return host
  }

  const heldMs = (name: string) => Math.max(0, (hosts.get(name)?.heldUntil ?? 0) - now())
  const places = (name: string) => {
    if (heldMs(name) > 0) return 0
    return hosts.get(name)?.failure ? 1 : placesEach
  }
  const failureOf = (name: string, since: number) => {
    const { failedAt = [], failure } = hosts.get(name) ?? {}
    const first = failedAt.at(-failuresToGiveUp)
    if (!failure || first === undefined || since > first) return undefined
    // A host that answers only that it is busy is not asked again for this request.
    return failure.status ? new FetchFailure('host-busy', failure.message) : failure
  }
  const busy = (retryAfterMs: number) =>
    new FetchFailure('host-busy', 'this host is being left alone for now', { retryAfterMs })

  return {
    places,
    heldMs,
    failureOf,
    enter(name, { since = now(), leavesOne = false }) {
      const failure = failureOf(name, since)
      if (failure) throw failure
      if (heldMs(name) > 0) throw busy(heldMs(name))
      const host = get(name)
      const free = places(name) - host.active
      if (leavesOne ? free < placesEach : free < 1) throw busy(busyMs)
      host.active += 1
      return () => {
        host.active -= 1
      }
    },
    failed(name, failure) {
      if (!saysHostIsInTrouble(failure)) return
      const host = get(name)
      // Requests that were under way together fail together, which counts once.
      const isFirst = heldMs(name) === 0
      const pauseMs = isFirst ? firstPauseMs * 2 ** host.failuresInRow : 0
      if (isFirst) {
        host.failuresInRow += 1
        host.failedAt = [...host.failedAt, now()].slice(-failuresToGiveUp)
      }
      host.failure = failure
      const holdMs = Math.min(Math.max(failure.retryAfterMs ?? 0, pauseMs), longestPauseMs)
      host.heldUntil = Math.max(host.heldUntil, now() + holdMs)
    },
    served(name) {
      const host = hosts.get(name)
      if (!host) return
      host.failuresInRow = 0
      host.failedAt = []
      delete host.failure
    },
  }
}

const saysHostIsInTrouble = ({ code, status }: FetchFailure) =>
  code === 'timeout' || code === 'connect-failed' || code === 'dns-failed' || status === 429 || status === 503
