import { ApiError } from '../../lib/api.ts'
import type { Act } from '../acts/kinds.ts'
import { planSending } from './order.ts'

/** Most requests of acts at once. */
const CONCURRENT_MAX = 4
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** A person is told why an act waits longer. */
const LONG_MS = 60_000

export type SenderParts = {
  /** The acts that wait, in order. */
  readonly waiting: () => readonly Act[]
  /** Sends an act and resolves with the server's answer. Throws ApiError when refused; other errors without an answer. */
  readonly send: (act: Act) => Promise<unknown>
  readonly onSent: (act: Act, result: unknown) => void
  readonly onRefused: (act: Act, error: ApiError) => void
  /** The act was not answered, or waits for one that was not. Called once for each act. `why` says why it waits for long. */
  readonly onHeld: (act: Act, why?: string) => void
  /** The session has ended. Nothing is sent until resume(). */
  readonly onSignedOut: () => void
}

/** Statuses that say nothing about the act itself. 412: somebody else is signed in. 426: this page is too old. */
const NOT_NOW = [408, 412, 425, 426, 429]

/** The server has decided: the same request again would be refused again. Above 500 a proxy, or a server without its parts, answers. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status <= 500 && !NOT_NOW.includes(error.status)

/** Sends waiting acts, each until the server answers it, with growing pauses. Acts on one link go in order. */
export const createSender = (parts: SenderParts) => {
  const underWay = new Set<number>()
  /** Acts without an answer so far: how often, and not before when (ms of performance.now()) they are sent again. */
  const held = new Map<number, { failures: number; until: number }>()
  const told = new Set<number>()
  /** Acts that were sent without an answer, so that the server may have done them. */
  const tried = new Set<number>()
  /** Without a connection, and after 429, nothing is sent before this, ms of performance.now(). */
  let pausedUntil = 0
  /** The server named the pause, so that an answer to another request does not end it. */
  let isBusy = false
  let isSignedOut = false
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const pump = () => {
    clearTimeout(timer)
    if (isStopped || isSignedOut) return
    const waiting = parts.waiting()
    const now = performance.now()
    const isPaused = pausedUntil > now
    const { ready, late } = planSending(waiting, ({ seq }) => {
      if (underWay.has(seq)) return held.has(seq) ? 'held' : 'under way'
      return isPaused || (held.get(seq)?.until ?? 0) > now ? 'held' : 'free'
    })
    for (const act of ready.slice(0, CONCURRENT_MAX - underWay.size)) void attempt(act)
    for (const act of late) tell(act)
    // An act that was never tried waits for the end of the pause, too: the one that was may have left the queue.
    const later = waiting.map(({ seq }) => Math.max(pausedUntil, held.get(seq)?.until ?? 0))
    const next = Math.min(...later.filter(until => until > now))
    if (next < Number.POSITIVE_INFINITY) timer = setTimeout(pump, next - now)
  }

  const tell = (act: Act, why?: string) => {
    if (told.has(act.seq)) return
    told.add(act.seq)
    parts.onHeld(act, why)
  }

  const hold = (act: Act, error: unknown, wasOffline: boolean) => {
    if (!wasOffline) tried.add(act.seq)
    const failures = (held.get(act.seq)?.failures ?? 0) + 1
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)
    const { status, retryAfterMs = 0 } = error instanceof ApiError ? error : {}
    const until = performance.now() + Math.max(pause, retryAfterMs)
    held.set(act.seq, { failures, until })
    // fetch throws TypeError without a connection. Every other act would fail, too, and after 429.
    if (error instanceof TypeError || status === 429) {
      pausedUntil = until
      isBusy = status === 429
    }
    tell(act, error instanceof ApiError && retryAfterMs > LONG_MS ? error.message : undefined)
  }

  const attempt = async (act: Act) => {
    underWay.add(act.seq)
    const wasOffline = navigator.onLine === false
    try {
      const result = await parts.send(act)
      held.delete(act.seq)
      if (!isBusy) pausedUntil = 0
      if (!isStopped) parts.onSent(act, result)
    } catch (error) {
      if (isStopped) return
      if (error instanceof ApiError && error.status === 401) {
        isSignedOut = true
        parts.onSignedOut()
      } else if (isRefusal(error)) {
        held.delete(act.seq)
        parts.onRefused(act, error)
      } else hold(act, error, wasOffline && error instanceof TypeError)
    } finally {
      underWay.delete(act.seq)
      pump()
    }
  }

  return {
    /** Sends what may be sent now. Call it after each change of the waiting acts. */
    pump,
    /** Whether the act cannot have reached the server. */
    isUntried: ({ seq }: Act): boolean => !underWay.has(seq) && !tried.has(seq),
    /** Tries everything now: the connection or the session is back. */
    resume: () => {
      isSignedOut = false
      pausedUntil = 0
      for (const each of held.values()) each.until = 0
      pump()
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
