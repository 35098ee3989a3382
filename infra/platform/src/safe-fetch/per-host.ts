import { FetchFailure } from './failure.ts'

/** Concurrent requests to a host. */
const placesEach = 2
/** The pause after a host's first failure; each further one in a row doubles it. */
const firstPauseMs = 5_000
const longestPauseMs = 60_000
/** A request that waited while the host failed this often in a row fails too. */
const failuresToGiveUp = 5
/** Retry-After when all places of a host are taken. */
const busyMs = 2_000

export type PerHost = {
  /** Requests that the host may have at once: 0 during a pause, 1 until it answers again, else 2. */
  places(host: string): number
  /** How long the host's pause still lasts. */
  heldMs(host: string): number
  /** The host's failure, for a request that has waited since before the host's last 5 failures in a row. */
  failureOf(host: string, since: number): FetchFailure | undefined
  /** Hosts that pause, or have not answered since they failed. */
  failing(): FailingHost[]
  /**
   * Takes one of the host's places; the returned function gives it back. Nobody waits here: waiting requests would take
   * each place before others learn that it is free.
   * @throws FetchFailure that of failureOf; host-busy with retryAfterMs during a pause or when all places are taken
   */
  enter(host: string, request: EnterRequest): () => void
  /** Notes a failure. Counts if the host hung, could not be reached or asked for a pause; ignores any other failure. */
  failed(host: string, failure: FetchFailure): void
  /** Notes that the host answered. */
  served(host: string): void
}

export type FailingHost = {
  readonly host: string
  /** How long its pause still lasts, in ms. */
  readonly heldMs: number
  /** Requests that have waited since then, before its last 5 failures in a row, fail too. In ms as Date.now(). */
  readonly givesUp: number | undefined
}

export type EnterRequest = {
  /** When the request began to wait; default now. */
  readonly since?: number | undefined
  /** For requests of low priority: takes a place only if the host is not failing and has another place free. */
  readonly leavesOne?: boolean | undefined
}

type Host = {
  active: number
  failuresInRow: number
  /** Times of the latest failures in a row. */
  failedAt: number[]
  failure?: FetchFailure
  heldUntil: number
}

/** Limits requests per host, and pauses a host that fails. */
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
    // The host answered that it is busy, so this request fails as busy, without a time to retry.
    return failure.status ? new FetchFailure('host-busy', failure.message) : failure
  }
  const busy = (retryAfterMs: number) =>
    new FetchFailure('host-busy', 'this host is being left alone for now', { retryAfterMs })

  return {
    places,
    heldMs,
    failureOf,
    failing: () =>
      [...hosts]
        .filter(([name, { failure }]) => failure || heldMs(name) > 0)
        .map(([host, { failedAt }]) => ({
          host,
          heldMs: heldMs(host),
          givesUp: failedAt.at(-failuresToGiveUp),
        })),
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
      if (!isHostFailing(failure)) return
      const host = get(name)
      // Concurrent requests that fail together count once.
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

const isHostFailing = ({ code, status }: FetchFailure) =>
  code === 'timeout' || code === 'connect-failed' || code === 'dns-failed' || status === 429 || status === 503
