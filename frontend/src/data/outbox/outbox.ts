import { type ApiError, newKey } from '../../lib/api.ts'
import type { Patch } from '../acts/act.ts'
import {
  type Act,
  type ActName,
  kindOf,
  madeBy,
  type ParamsOf,
  patchOf,
  type ResultOf,
} from '../acts/kinds.ts'
import type { PendingAct } from '../acts/pending.ts'
import type { Link } from '../answers.ts'
import { type Change, errorOf, type OutboxMessage, type Outcome } from './messages.ts'
import { afterRefusal, isNaming } from './names.ts'
import { createQueue } from './queue.ts'
import { createSender } from './sender.ts'
import type { ActStore } from './store.ts'

export type ActOptions = {
  /** The link as the person sees it, for acts on one link. */
  readonly link?: Link | undefined
  /** The links as the person sees them, for an act that takes another one back. */
  readonly links?: readonly Link[] | undefined
  /** Whether the caller deals with a refusal itself. Otherwise a toast tells it. */
  readonly answers?: (refusal: ApiError) => boolean
}

export type OutboxParts = {
  readonly userId: string
  /** The epoch of the store that the screens show. */
  readonly epoch?: string | undefined
  readonly store: ActStore
  /** hasWaited: the act was not sent at once, so its screen is gone. */
  readonly send: (act: Act, hasWaited: boolean) => Promise<unknown>
  /** The links on this page that the patch changes, as they are shown; none where they are many. */
  readonly changedBy: (patch: Patch) => readonly Link[]
  readonly post: (message: OutboxMessage) => void
  /**
   * Told of each message of this and of other tabs. isOwn: the person acted in this tab, or in one that is gone.
   * isAnswered: the screen of the act deals with the refusal itself.
   */
  readonly onEvent: (event: OutboxMessage, from: { isOwn: boolean; isAnswered: boolean }) => void
  readonly onSignedOut: () => void
}

/** ms since 1970 in thousandths, so that acts of two tabs are in order and do not share a number. */
const newSeq = (): number => Date.now() * 1_000 + Math.floor(Math.random() * 1_000)

/**
 * The acts of one user that the server has not confirmed. Screens show server data with these acts applied (links/fold.ts);
 * taking an act away is the rollback. Acts survive a reload in `store`. The tab that leads sends them.
 */
export const createOutbox = (parts: OutboxParts) => {
  const { userId, epoch, store, send, changedBy, post, onEvent, onSignedOut } = parts
  const queue = createQueue(epoch)
  /** The callers in this tab whose acts have not ended. */
  const callers = new Map<number, { resolve: (outcome: Outcome) => void } & ActOptions>()
  let isLeading = false
  let lastSeq = 0
  /** Acts that began while this tab led. Another tab may have sent the others. */
  const begun = new Set<number>()
  /** Acts of an earlier page, whose tab is gone. */
  const loaded = new Set<number>()
  /** Acts that were held up. Their screens are told so, and do not wait for an answer. */
  const late = new Set<number>()
  let loading: Promise<void> = Promise.resolve()

  const hasWaited = ({ seq }: Act) => loaded.has(seq) || late.has(seq)
  /** Without storage the acts last as long as the tab. */
  const keep = (acts: readonly Act[]) => void store.put(acts).catch(() => undefined)
  const forget = (seqs: readonly number[]) => void store.remove(seqs).catch(() => undefined)

  const linksOf = (act: Act, { link, links }: ActOptions): readonly Link[] | undefined =>
    links ?? (link ? [link] : kindOf(act.name).undoable ? changedBy(patchOf(act)) : undefined)

  const end = (seq: number, outcome: Outcome) => {
    callers.get(seq)?.resolve(outcome)
    callers.delete(seq)
  }

  /** Applies what happened in this tab or another one. @returns what must be stored and removed */
  const apply = (event: OutboxMessage, isAnswered = false): Change => {
    const { act } = event
    const isOwn = callers.has(act.seq) || (isLeading && loaded.has(act.seq))
    let change: Change = { stored: [], removed: [] }
    if (event.outbox === 'act') {
      lastSeq = Math.max(lastSeq, act.seq)
      queue.insert([act], 0)
      change = { stored: [act], removed: [] }
      // An act on what a refused one would make waits with it, and its screen does not.
      if (queue.refused().some(({ seq }) => seq === act.seq))
        end(act.seq, { status: 'waiting', made: -act.seq })
      // Without Web Locks other tabs send, too.
      if (isLeading && navigator.locks) begun.add(act.seq)
    } else if (event.outbox === 'sent') {
      change = { stored: queue.markSent(act), removed: [] }
      const result = act.result as ResultOf<ActName>
      end(act.seq, { status: 'sent', result, made: madeBy(act) ?? -act.seq })
    } else if (event.outbox === 'held') {
      late.add(act.seq)
      callers.get(act.seq)?.resolve({ status: 'waiting', made: -act.seq })
    } else {
      change = event.outbox === 'cancelled' ? { stored: [], removed: [act, event.cancelled] } : event
      queue.change(change)
      const gone = [...change.removed, ...change.stored.filter(({ state }) => state === 'refused')]
      for (const { seq } of gone)
        end(
          seq,
          event.outbox === 'refused'
            ? { status: 'refused', error: errorOf(event.refusal) }
            : { status: 'waiting', made: -seq },
        )
    }
    onEvent(event, { isOwn, isAnswered })
    if (isLeading && event.outbox !== 'held') sender.pump()
    return change
  }

  const happen = (event: OutboxMessage, isAnswered?: boolean) => {
    const { stored, removed } = apply(event, isAnswered)
    if (stored.length > 0) keep(stored)
    if (removed.length > 0) forget(removed.map(({ seq }) => seq))
    post(event)
  }

  const answers = ({ seq }: Act, error: ApiError) => callers.get(seq)?.answers?.(error) ?? false
  const change = (act: Act, { stored, removed }: Change) =>
    happen({ outbox: 'changed', act, stored, removed })

  /**
   * Keeps a refused act where nobody would deal with it: it has waited, so that its screen is gone, or is a note, whose form
   * closes at once, or a link that was saved without a form, or the library is full (413), so that it can be done later. One
   * that others need is kept for their sake.
   */
  const refuse = (act: Act, error: ApiError) => {
    const isAnswered = answers(act, error)
    const { status, message, details } = error
    const refusal = { status, message, details, at: new Date().toISOString() }
    const waiting = queue.waiting()
    const isNeeded = waiting.some(each => each.seq !== act.seq && isNaming(each, -act.seq))
    const hasNoForm =
      act.name === 'takeNote' || (act.name === 'saveLink' && act.params.together !== undefined)
    const isLeft = !isAnswered && (hasWaited(act) || hasNoForm || status === 413)
    const isKept = isLeft || isNeeded
    const after = afterRefusal(waiting, act, isKept ? refusal : null)
    happen({ outbox: 'refused', act, refusal, ...after }, isAnswered)
  }

  const sender = createSender({
    waiting: queue.waiting,
    send: act => send(act, hasWaited(act)),
    onSent: (act, result) => {
      const now = queue.waiting().find(({ seq }) => seq === act.seq)
      if (now) happen({ outbox: 'sent', act: { ...now, state: 'sent', result } })
    },
    onRefused: refuse,
    onHeld: (act, why) => happen({ outbox: 'held', act, ...(why !== undefined && { why }) }),
    onSignedOut,
  })
  /** Whether the act certainly has not reached the server, and will not while nothing else runs. */
  const isUnsent = (act: Act): boolean => begun.has(act.seq) && sender.isUntried(act)

  return {
    epoch,
    subscribe: queue.subscribe,
    /** The acts that reads may not show yet, in order. A new array after each change. */
    pending: queue.pending,
    /** The acts that could not be sent, each with those that need what it would have made. */
    refused: queue.refused,

    /** Does the act: shows it at once, keeps it, sends it. */
    act: <N extends ActName>(name: N, params: ParamsOf<N>, options: ActOptions = {}): Promise<Outcome<N>> => {
      lastSeq = Math.max(lastSeq + 1, newSeq())
      const at = new Date().toISOString()
      const stored = { seq: lastSeq, key: newKey(), userId, epoch, at, state: 'waiting', name, params } as Act
      const links = linksOf(stored, options)
      const outcome = new Promise<Outcome>(resolve => callers.set(lastSeq, { resolve, ...options }))
      happen({ outbox: 'act', act: queue.named({ ...stored, links } as Act) })
      return outcome as Promise<Outcome<N>>
    },

    /** The server's id of something that is named here, for a screen that knows it by its name; else the same id. */
    idOf: queue.idOf,

    /** Reads the acts that an earlier page kept. */
    load: (): Promise<void> => {
      loading = store.all().then(
        acts => {
          for (const act of acts) {
            lastSeq = Math.max(lastSeq, act.seq)
            loaded.add(act.seq)
            queue.learn(act)
          }
          // No read of this page has begun before the server had answered them.
          queue.insert(acts, 0)
        },
        () => undefined,
      )
      return loading
    },
    receive: (message: OutboxMessage): void => {
      const isRefused = message.outbox === 'refused'
      const isAnswered = isRefused && answers(message.act, errorOf(message.refusal))
      apply(message, isAnswered)
      // The leading tab did not know that this one asks. Acts that need the refused one keep it.
      const kept = isRefused ? message.stored.filter(({ state }) => state === 'refused') : []
      if (isAnswered && kept.length === 1) change(message.act, { stored: [], removed: kept })
    },
    isUnsent,
    /** Edits the queue: the acts that have another form now, and those that go. `act` is the reason. */
    change,
    /** Takes an act and the one that takes it back out of the queue, where this tab knows that the first was not sent. */
    cancel: (undo: Act, cancelled: Act): void => {
      if (isUnsent(cancelled)) happen({ outbox: 'cancelled', act: undo, cancelled })
    },
    /** Sends from now on, beginning with the acts of earlier pages. */
    lead: () =>
      loading.then(() => {
        isLeading = true
        sender.pump()
      }),
    resume: () => {
      if (isLeading) sender.resume()
    },
    /** Lets the callers of act() go on: they get the outcome `waiting`. */
    putOff: () => {
      for (const { seq } of queue.waiting()) callers.get(seq)?.resolve({ status: 'waiting', made: -seq })
    },
    /** Forgets sent acts: those in `shown` on the device, and those in `shownEverywhere` in this tab, too. */
    settle: (shown: readonly PendingAct[], shownEverywhere: readonly PendingAct[]) => {
      if (shown.length > 0) forget(shown.map(({ act }) => act.seq))
      if (shownEverywhere.length > 0) queue.forget(shownEverywhere)
    },
    stop: () => {
      sender.stop()
      store.close()
    },
  }
}

export type Outbox = ReturnType<typeof createOutbox>
