import { type Act, actAfter, madeBy } from '../acts/kinds.ts'
import type { PendingAct } from '../acts/pending.ts'
import type { Id } from '../id.ts'
import type { Change } from './messages.ts'
import { isNaming, renamed, withServerIds } from './names.ts'
import { isOfEarlierStore, restored } from './restored.ts'

/** A page that nobody sees, and a service worker, draw no frame. */
const onNextFrame = (work: () => void): void => {
  if (globalThis.document?.visibilityState === 'visible') requestAnimationFrame(work)
  else setTimeout(work)
}

/**
 * The acts of one user: those that reads may not show yet, and those that wait for the person: the server refused them, or they were
 * done on the store before a restore.
 * @param epoch of the store; undefined where the server does not tell
 */
export const createQueue = (epoch?: string) => {
  let pending: readonly PendingAct[] = []
  let refused: readonly Act[] = []
  const listeners = new Set<() => void>()
  /** Acts that ended. The stored ones may still be on their way. */
  const ended = new Set<number>()
  /** The server's ids of what acts made, by the names that the acts gave. A screen may hold on to a name. */
  const ids = new Map<Id, Id>()

  const tell = () => {
    for (const listener of listeners) listener()
  }
  const show = (next: readonly PendingAct[]) => {
    pending = next
    tell()
  }
  let isTelling = false
  /** The same for what the server has answered: many acts that waited cost one drawing a frame. */
  const showSoon = (next: readonly PendingAct[]) => {
    pending = next
    if (isTelling) return
    isTelling = true
    onNextFrame(() => {
      isTelling = false
      tell()
    })
  }
  /** Remembers what a sent act made. */
  const learn = (act: Act) => {
    const made = madeBy(act)
    if (made !== undefined) ids.set(-act.seq, made)
  }

  /** Acts that need what a refused one would make wait with it. */
  const put = (kept: readonly PendingAct[], acts: readonly Act[], sentAt: number) => {
    const back = acts.filter(({ state }) => state === 'refused')
    if (back.length > 0) refused = [...refused, ...back]
    const going: PendingAct[] = []
    for (const each of acts.filter(({ state }) => state !== 'refused')) {
      const act = withServerIds(each, ids)
      const isNeeding = refused.some(({ seq }) => isNaming(act, -seq))
      if (isNeeding || isOfEarlierStore(act, epoch))
        refused = [...refused, { ...act, state: 'refused', ...(!isNeeding && { refusal: restored(act) }) }]
      else going.push({ act, sentAt: act.state === 'sent' ? sentAt : null })
    }
    show([...kept, ...going].sort((a, b) => a.act.seq - b.act.seq))
  }

  /** Adds acts that are not known yet. `sentAt` is for those that the server has answered. */
  const insert = (acts: readonly Act[], sentAt: number) => {
    const there = new Set([...pending.map(({ act }) => act), ...refused].map(({ seq }) => seq))
    const added = acts.filter(({ seq }) => !there.has(seq) && !ended.has(seq))
    if (added.length > 0) put(pending, added, sentAt)
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    pending: () => pending,
    refused: () => refused,
    waiting: (): readonly Act[] => pending.flatMap(({ act }) => (act.state === 'waiting' ? [act] : [])),
    insert,
    idOf: (id: Id): Id => ids.get(id) ?? id,
    named: (act: Act): Act => withServerIds(act, ids),
    learn,
    /** Marks the act as sent. @returns the acts that changed: this one, and those that name what it made or are based on it */
    markSent: (sent: Act): Act[] => {
      insert([sent], performance.now())
      learn(sent)
      const made = madeBy(sent)
      const after = (act: Act): Act => {
        if (act.seq === sent.seq) return sent
        return actAfter(made === undefined ? act : renamed(act, -sent.seq, made), sent)
      }
      const before = new Set([...pending.map(({ act }) => act), ...refused])
      refused = refused.map(after)
      showSoon(
        pending.map(({ act, sentAt }) => ({
          act: after(act),
          sentAt: act.seq === sent.seq ? (sentAt ?? performance.now()) : sentAt,
        })),
      )
      return [...pending.map(({ act }) => act), ...refused].filter(act => !before.has(act))
    },

    /** Takes acts out, and puts others in their place. */
    change: ({ stored, removed }: Change) => {
      const moved = new Set([...stored, ...removed].map(({ seq }) => seq))
      for (const { seq } of stored) ended.delete(seq)
      for (const { seq } of removed) ended.add(seq)
      if (refused.some(({ seq }) => moved.has(seq))) refused = refused.filter(({ seq }) => !moved.has(seq))
      put(
        pending.filter(({ act }) => !moved.has(act.seq)),
        stored,
        0,
      )
    },

    /** Forgets sent acts. */
    forget: (shown: readonly PendingAct[]) => showSoon(pending.filter(each => !shown.includes(each))),
  }
}
