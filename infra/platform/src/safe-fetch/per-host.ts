import { FetchFailure } from './failure.ts'

const placesEach = 2
/** The pause after a host's first failure; each further one in a row doubles it. */
const firstPauseMs = 5_000
const longestPauseMs = 60_000
/** A request that waited while the host failed so often in a row fails like those. */
const failuresToGiveUp = 5
const maxWaiting = 16

export type PerHost = {
  /** Requests that the host may have at once: 0 while it is left alone, 1 until it answers again, else 2. */
  places(host: string): number
  /** How long the host is still left alone. */
  heldMs(host: string): number
  /** Why the host does not answer, for a request that waits since before it failed 5 times in a row. */
  failureOf(host: string, since: number): FetchFailure | undefined
  /**
   * Takes one of the host's places; the caller gives it back with the function it gets.
   * @throws FetchFailure the host's own, as failureOf gives it; host-busy with retryAfterMs, while it is left alone or has no place
   */
  enter(host: string, request: EnterRequest): Promise<() => void>
  /** The host hung, could not be reached or asked to be left alone; any other failure says nothing of the host. */
  failed(host: string, failure: FetchFailure): void
  /** The host answered. */
  served(host: string): void
}

export type EnterRequest = {
  /** Since when the request waits; default now. */
  readonly since?: number | undefined
  /** Whether to wait for a place; default wait. */
  readonly whenBusy?: 'wait' | 'fail' | undefined
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined
}

type Host = {
  active: number
  waiting: (() => void)[]
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
      if (host.active === 0 && host.waiting.length === 0 && host.heldUntil < now() - longestPauseMs)
        hosts.delete(name)
    }
  }
  const get = (name: string): Host => {
    const known = hosts.get(name)
    if (known) return known
    if (hosts.size > 1_000) forget()
    const host: Host = { active: 0, waiting: [], failuresInRow: 0, failedAt: [], heldUntil: 0 }
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
    async enter(name, { since = now(), whenBusy = 'wait', signal }) {
      const host = get(name)
      for (;;) {
        signal?.throwIfAborted()
        const failure = failureOf(name, since)
        if (failure) throw failure
        if (heldMs(name) > 0) throw busy(heldMs(name))
        if (host.active < places(name)) break
        if (whenBusy === 'fail' || host.waiting.length >= maxWaiting) throw busy(2_000)
        await wakened(host, signal)
      }
      host.active += 1
      return () => {
        host.active -= 1
        for (const wake of host.waiting.splice(0)) wake()
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
      const holdMs = Math.min(failure.retryAfterMs ?? pauseMs, longestPauseMs)
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

/** Resolves when a place may be free. @throws the signal's reason */
function wakened(host: Host, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const wake = () => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }
    const giveUp = () => {
      host.waiting = host.waiting.filter(waiter => waiter !== wake)
      reject(signal?.reason)
    }
    host.waiting.push(wake)
    signal?.addEventListener('abort', giveUp, { once: true })
  })
}
