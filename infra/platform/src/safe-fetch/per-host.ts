import { FetchFailure } from './failure.ts'

const maxHoldMs = 60_000

export type PerHost = {
  /**
   * Waits for one of the host's places; the caller gives it back with the function it gets.
   * @throws FetchFailure host-busy with retryAfterMs, when the host is being left alone or the queue is long
   */
  enter(host: string, signal: AbortSignal): Promise<() => void>
  /** The host asked to be left alone, for as long as it said or ever longer; at most a minute. */
  refused(host: string, retryAfterMs: number | undefined): void
  /** The host answered as it should. */
  served(host: string): void
}

type Host = { active: number; waiting: (() => void)[]; refusals: number; heldUntil: number }

/** Courtesy towards hosts: a few requests at once each, and none while a host wants none. */
export function perHost({ atOnce = 2, maxWaiting = 16, now = Date.now } = {}): PerHost {
  const hosts = new Map<string, Host>()

  const forget = () => {
    for (const [name, host] of hosts) {
      if (host.active === 0 && host.waiting.length === 0 && host.heldUntil < now() - maxHoldMs)
        hosts.delete(name)
    }
  }
  const get = (name: string): Host => {
    const known = hosts.get(name)
    if (known) return known
    if (hosts.size > 1_000) forget()
    const host: Host = { active: 0, waiting: [], refusals: 0, heldUntil: 0 }
    hosts.set(name, host)
    return host
  }
  const busy = (retryAfterMs: number) =>
    new FetchFailure('host-busy', 'this host is being left alone for now', { retryAfterMs })

  const leave = (host: Host) => () => {
    const next = host.waiting.shift()
    if (next) next()
    else host.active -= 1
  }

  return {
    async enter(name, signal) {
      signal.throwIfAborted()
      const host = get(name)
      if (host.heldUntil > now()) throw busy(host.heldUntil - now())
      if (host.active < atOnce) {
        host.active += 1
        return leave(host)
      }
      if (host.waiting.length >= maxWaiting) throw busy(2_000)
      await new Promise<void>((resolve, reject) => {
        const goOn = () => {
          signal.removeEventListener('abort', giveUp)
          resolve()
        }
        const giveUp = () => {
          host.waiting = host.waiting.filter(waiter => waiter !== goOn)
          reject(signal.reason)
        }
        host.waiting.push(goOn)
        signal.addEventListener('abort', giveUp, { once: true })
      })
      return leave(host)
    },
    refused(name, retryAfterMs) {
      const host = get(name)
      const holdMs = retryAfterMs ?? 1_000 * 2 ** host.refusals
      host.refusals += 1
      host.heldUntil = now() + Math.min(holdMs, maxHoldMs)
    },
    served(name) {
      const host = hosts.get(name)
      if (host) host.refusals = 0
    },
  }
}
