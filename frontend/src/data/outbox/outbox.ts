import type { Link } from '@lectern/contracts/api/links.ts'
import { ApiError, newKey } from '../../lib/api.ts'
import type { Patch } from '../acts/act.ts'
import type { PendingAct } from '../acts/fold.ts'
import {
  type Act,
  type ActName,
  actAfter,
  kindOf,
  type ParamsOf,
  patchOf,
  type ResultOf,
} from '../acts/kinds.ts'
import { isNaming, isUndoing, madeBy, withIds, withoutLink, withServerIds } from './names.ts'
import { createSender } from './sender.ts'
import type { ActStore } from './store.ts'

/** How an act ended, or that it waits for the connection. `made` is the id of what it made, or its name until there is one. */
export type Outcome<N extends ActName = ActName> =
  | { readonly status: 'sent'; readonly result: ResultOf<N> | undefined; readonly made: number }
  | { readonly status: 'refused'; readonly error: ApiError }
  | { readonly status: 'waiting'; readonly made: number }

/** An ApiError as a message between tabs, which keeps only plain fields. */
type Refused = Pick<ApiError, 'status' | 'message' | 'details'>

export const errorOf = ({ status, message, details }: Refused): ApiError =>
  new ApiError(status, message, details)

/** Messages that keep the outboxes of one user's tabs alike. */
export type OutboxMessage =
  | { readonly outbox: 'act'; readonly act: Act }
  | { readonly outbox: 'sent'; readonly act: Act }
  | { readonly outbox: 'refused'; readonly act: Act; readonly refusal: Refused }
  | { readonly outbox: 'held'; readonly act: Act }
  /** The act took back `cancelled`, which had not been sent. Neither will be. */
  | { readonly outbox: 'cancelled'; readonly act: Act; readonly cancelled: Act }

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
  readonly store: ActStore
  readonly send: (act: Act) => Promise<unknown>
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
 * The acts of one user that the server has not confirmed. Screens show server data with these acts applied (acts/fold.ts);
 * taking an act away is the rollback. Acts survive a reload in `store`. The tab that leads sends them.
 */
export const createOutbox = ({ userId, store, send, changedBy, post, onEvent, onSignedOut }: OutboxParts) => {
  let pending: readonly PendingAct[] = []
  const listeners = new Set<() => void>()
  /** The callers in this tab whose acts have not ended. */
  const callers = new Map<number, { resolve: (outcome: Outcome) => void } & ActOptions>()
  /** Acts that ended while the stored ones were being read. */
  const ended = new Set<number>()
  let isLeading = false
  let lastSeq = 0
  /** The server's ids of what acts made, by the names that the acts gave. A screen may hold on to a name. */
  const ids = new Map<number, number>()
  /** Acts that began while this tab led. Another tab may have sent the others. */
  const begun = new Set<number>()
  /** Acts of an earlier page, whose tab is gone. */
  const loaded = new Set<number>()
  let loading: Promise<void> = Promise.resolve()

  const show = (next: readonly PendingAct[]) => {
    pending = next
    for (const listener of listeners) listener()
  }
  const waiting = () => pending.flatMap(({ act }) => (act.state === 'waiting' ? [act] : []))
  /** Without storage the acts last as long as the tab. */
  const keep = (acts: readonly Act[]) => void store.put(acts).catch(() => undefined)
  const forget = (seqs: readonly number[]) => void store.remove(seqs).catch(() => undefined)

  /** Adds acts that are not known yet. `sentAt` is for those that the server has answered. */
  const insert = (acts: readonly Act[], sentAt: number) => {
    const known = new Set(pending.map(({ act }) => act.seq))
    const added = acts.filter(({ seq }) => !known.has(seq) && !ended.has(seq))
    if (added.length === 0) return
    lastSeq = Math.max(lastSeq, ...added.map(({ seq }) => seq))
    const all = [...pending, ...added.map(act => ({ act, sentAt: act.state === 'sent' ? sentAt : null }))]
    show(withIds(all, ids).sort((a, b) => a.act.seq - b.act.seq))
  }

  /** Marks the act as sent. @returns the acts that changed: this one, and those that name what it made or are based on it */
  const markSent = (sent: Act): Act[] => {
    insert([sent], performance.now())
    const made = madeBy(sent)
    if (made !== undefined) ids.set(-sent.seq, made)
    const before = new Set(pending.map(({ act }) => act))
    const marked = pending.map(each =>
      each.act.seq === sent.seq ? { act: sent, sentAt: each.sentAt ?? performance.now() } : each,
    )
    const based = withIds(marked, ids).map(each => {
      const act = actAfter(each.act, sent)
      return act === each.act ? each : { ...each, act }
    })
    show(based)
    return pending.flatMap(({ act }) => (before.has(act) ? [] : [act]))
  }

  /**
   * Takes a refused act away, and every act on what it would have made. Acts on many links go on without that link.
   * @returns the acts that changed, and those taken away
   */
  const takeAway = (refused: Act): { stored: Act[]; removed: Act[] } => {
    const stored: Act[] = []
    const removed: Act[] = []
    const kept = pending.flatMap(each => {
      const isRefused = each.act.seq === refused.seq || isUndoing(each.act, refused)
      if (!isRefused && !isNaming(each.act, -refused.seq)) return [each]
      const rest = isRefused ? null : withoutLink(each.act, -refused.seq)
      if (rest) stored.push(rest)
      else removed.push(each.act)
      return rest ? [{ ...each, act: rest }] : []
    })
    show(kept)
    return { stored, removed }
  }

  const linksOf = (act: Act, { link, links }: ActOptions): readonly Link[] | undefined =>
    links ?? (link ? [link] : kindOf(act.name).undoable ? changedBy(patchOf(act)) : undefined)

  const end = (seq: number, outcome: Outcome) => {
    ended.add(seq)
    callers.get(seq)?.resolve(outcome)
    callers.delete(seq)
  }

  /** Applies what happened in this tab or another one. @returns what must be stored and removed */
  const apply = (event: OutboxMessage): { stored: readonly Act[]; removed: readonly Act[] } => {
    const caller = callers.get(event.act.seq)
    let isAnswered = false
    let stored: readonly Act[] = []
    let removed: readonly Act[] = []
    if (event.outbox === 'act') {
      insert([event.act], performance.now())
      stored = [event.act]
      // Without Web Locks other tabs send, too.
      if (isLeading && navigator.locks) begun.add(event.act.seq)
    } else if (event.outbox === 'cancelled') {
      removed = [event.act, event.cancelled]
      show(pending.filter(({ act }) => !removed.some(({ seq }) => seq === act.seq)))
      for (const { seq } of removed) end(seq, { status: 'waiting', made: -seq })
    } else if (event.outbox === 'sent') {
      stored = markSent(event.act)
      end(event.act.seq, {
        status: 'sent',
        result: event.act.result as ResultOf<ActName>,
        made: madeBy(event.act) ?? -event.act.seq,
      })
    } else if (event.outbox === 'refused') {
      isAnswered = caller?.answers?.(errorOf(event.refusal)) ?? false
      const taken = takeAway(event.act)
      stored = taken.stored
      removed = taken.removed
      for (const { seq } of removed) end(seq, { status: 'refused', error: errorOf(event.refusal) })
    } else caller?.resolve({ status: 'waiting', made: -event.act.seq })
    const isOwn = caller !== undefined || (isLeading && loaded.has(event.act.seq))
    onEvent(event, { isOwn, isAnswered })
    if (isLeading && event.outbox !== 'held') sender.pump()
    return { stored, removed }
  }

  const happen = (event: OutboxMessage) => {
    const { stored, removed } = apply(event)
    if (stored.length > 0) keep(stored)
    if (removed.length > 0) forget(removed.map(({ seq }) => seq))
    post(event)
  }

  const sender = createSender({
    waiting,
    send,
    onSent: (act, result) => {
      const now = pending.find(each => each.act.seq === act.seq)?.act
      if (now) happen({ outbox: 'sent', act: { ...now, state: 'sent', result } })
    },
    onRefused: (act, { status, message, details }) =>
      happen({ outbox: 'refused', act, refusal: { status, message, details } }),
    onHeld: act => happen({ outbox: 'held', act }),
    onSignedOut,
  })

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** The acts that reads may not show yet, in order. A new array after each change. */
    pending: () => pending,

    /** Does the act: shows it at once, keeps it, sends it. */
    act: <N extends ActName>(name: N, params: ParamsOf<N>, options: ActOptions = {}): Promise<Outcome<N>> => {
      lastSeq = Math.max(lastSeq + 1, newSeq())
      const at = new Date().toISOString()
      const stored = { seq: lastSeq, key: newKey(), userId, at, state: 'waiting', name, params } as Act
      const links = linksOf(stored, options)
      const outcome = new Promise<Outcome>(resolve => callers.set(lastSeq, { resolve, ...options }))
      happen({ outbox: 'act', act: withServerIds({ ...stored, links } as Act, ids) })
      return outcome as Promise<Outcome<N>>
    },

    /** The server's id of something that is named here, for a screen that knows it by its name; else the same id. */
    idOf: (id: number): number => ids.get(id) ?? id,

    /** Reads the acts that an earlier page kept. */
    load: (): Promise<void> => {
      loading = store.all().then(
        acts => {
          for (const act of acts) {
            loaded.add(act.seq)
            const made = madeBy(act)
            if (made !== undefined) ids.set(-act.seq, made)
          }
          // No read of this page has begun before the server had answered them.
          insert(acts, 0)
        },
        () => undefined,
      )
      return loading
    },
    receive: (message: OutboxMessage) => void apply(message),
    /** Takes an act and the one that takes it back out of the queue, where this tab knows that the first was not sent. */
    cancel: (undo: Act, cancelled: Act): void => {
      if (begun.has(cancelled.seq) && sender.isUntried(cancelled))
        happen({ outbox: 'cancelled', act: undo, cancelled })
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
      for (const { seq } of waiting()) callers.get(seq)?.resolve({ status: 'waiting', made: -seq })
    },
    /** Forgets sent acts: those in `shown` on the device, and those in `shownEverywhere` in this tab, too. */
    settle: (shown: readonly PendingAct[], shownEverywhere: readonly PendingAct[]) => {
      if (shown.length > 0) forget(shown.map(({ act }) => act.seq))
      if (shownEverywhere.length > 0) show(pending.filter(each => !shownEverywhere.includes(each)))
    },
    stop: () => {
      sender.stop()
      store.close()
    },
  }
}

export type Outbox = ReturnType<typeof createOutbox>
