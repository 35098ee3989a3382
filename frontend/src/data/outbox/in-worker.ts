import { type PresentUser, readPresentUser } from '../../lib/present-user.ts'
import * as copies from './conflicting-copy.ts'
import { type OutboxMessage, tabsOf } from './messages.ts'
import { createOutbox } from './outbox.ts'
import { sendAct } from './send-act.ts'
import { openActStore, unsentActs } from './store.ts'

/**
 * Sends the present user's acts from the service worker, where no tab does. Their results are stored, and open tabs hear of
 * them. Rejects where acts are left, so that the browser asks again later. The server refuses each act (412) where the
 * session is another user's.
 */
export const sendOutboxInWorker = async (): Promise<void> => {
  const user = await readPresentUser()
  if (user === null) return
  // The tab that leads holds this lock (data/library/tabs.ts).
  await navigator.locks.request(tabsOf(user.id), { ifAvailable: true }, lock =>
    lock ? sendAll(user) : leaveToTab(user.id),
  )
}

/** The tab may be closed before it has sent them. */
const leaveToTab = async (userId: string): Promise<void> => {
  const acts = await unsentActs(userId)
  if (acts.some(({ state }) => state === 'waiting')) throw new Error('A tab sends the acts.')
}

const sendAll = async ({ id: userId, epoch }: PresentUser): Promise<void> => {
  const store = openActStore(userId)
  const channel = new BroadcastChannel(tabsOf(userId))
  const ended = Promise.withResolvers<void>()
  const hasWaiting = () => outbox.pending().some(({ act }) => act.state === 'waiting')
  const outbox = createOutbox({
    userId,
    epoch,
    store,
    send: (act, hasWaited) => sendAct(act, hasWaited, async () => copies),
    changedBy: () => [],
    post: (message: OutboxMessage) => channel.postMessage(message),
    onEvent: ({ outbox: what }) => {
      if (what === 'held') ended.reject(new Error('The server does not take acts now.'))
      else if (!hasWaiting()) ended.resolve()
    },
    onSignedOut: () => ended.reject(new Error('The session has ended.')),
  })
  try {
    await outbox.load()
    if (!hasWaiting()) return
    await outbox.lead()
    await ended.promise
  } finally {
    // Waits until the results are stored.
    await store.all().catch(() => undefined)
    outbox.stop()
    channel.close()
  }
}
