import type { Act } from '../acts/kinds.ts'
import { askForSync } from './ask-for-sync.ts'
import { findCollapse } from './collapse.ts'
import type { OutboxMessage } from './messages.ts'
import type { Outbox } from './outbox.ts'

/** Shortens the queue, as long as it can. The tab that leads does it. */
const collapse = (outbox: Outbox): void => {
  for (;;) {
    const waiting = outbox.pending().flatMap(({ act }) => (act.state === 'waiting' ? [act] : []))
    const found = findCollapse(waiting, outbox.isUnsent)
    if (!found) return
    if (found.to === 'nothing') outbox.cancel(found.act, found.cancelled)
    else outbox.change(found.act, found)
  }
}

/** A note that was sent after all leaves none behind that could not be sent. */
const dropSettled = (outbox: Outbox, act: Act): void => {
  if (act.name !== 'takeNote') return
  const { clientId } = act.params
  const settled = outbox
    .refused()
    .filter(each => each.name === 'takeNote' && each.params.clientId === clientId)
  if (settled.length > 0) outbox.change(act, { stored: [], removed: settled })
}

/** Keeps the queue as short as what the person wants: an unsent act that is changed or deleted is sent once, or never. */
export const editQueue = (outbox: Outbox, { outbox: what, act }: OutboxMessage): void => {
  // After the outbox has kept the act and told the other tabs.
  if (what === 'act' || what === 'held') queueMicrotask(() => collapse(outbox))
  if (what === 'held') void askForSync()
  if (what === 'sent') queueMicrotask(() => dropSettled(outbox, act))
}
