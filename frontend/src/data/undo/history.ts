import { type Act, isUndoable, kindOf, namesOf } from '../acts/kinds.ts'
import type { Id } from '../id.ts'
import type { OutboxMessage } from '../outbox/messages.ts'
import { isUndoing } from '../outbox/names.ts'

export type Saved = Extract<Act, { name: 'saveLink' }>

/** Acts that can be reached by undoing one after the other. */
const KEPT_MAX = 200

/** The act itself, or the last of the acts that took it back, and back again. `stands` tells whether the act has its effect. */
const tipOf = (act: Act, acts: readonly Act[]): { tip: Act; stands: boolean } => {
  const undo = acts.findLast(each => isUndoing(each, act))
  if (!undo) return { tip: act, stands: true }
  const { tip, stands } = tipOf(undo, acts)
  return { tip, stands: !stands }
}

/**
 * Acts of the person on this device since the page was opened, for taking back the last act first.
 * @param idOf the server's id of what is named here
 */
export const createHistory = (idOf: (id: Id) => Id) => {
  /** In the order in which they were done, or done again. */
  let acts: readonly Act[] = []
  /** Acts that left the queue together with a later one, by the key of that one. */
  const cancelled = new Map<string, Act>()
  const forget = (...gone: readonly string[]) => {
    acts = acts.filter(({ key }) => !gone.includes(key))
  }
  const stands = (act: Act): boolean =>
    acts.some(({ key }) => key === act.key) && tipOf(act, acts).tip === act
  return {
    onEvent: (event: OutboxMessage): void => {
      const { outbox, act } = event
      if (outbox === 'act') {
        // A mark with a text written into it is no mere mark any more. What was deleted is gone.
        const notes = act.name === 'takeNote' ? [] : (namesOf(act).notes ?? []).map(idOf)
        const links = kindOf(act.name).isDeletion ? (namesOf(act).links ?? []).map(idOf) : []
        const isOn = ({ name, seq }: Act) =>
          (name === 'takeNote' && notes.includes(idOf(-seq))) ||
          (name === 'saveLink' && links.includes(idOf(-seq)))
        acts = [...acts.filter(each => !isOn(each)), act].slice(-KEPT_MAX)
      }
      if (outbox === 'cancelled') {
        const { cancelled: first } = event
        forget(first.key)
        // Without its undo an act is done again, after all others.
        acts = [
          ...acts.filter(each => !isUndoing(first, each)),
          ...acts.filter(each => isUndoing(first, each)),
        ]
        if (act.name === 'undo') forget(act.key)
        else cancelled.set(act.key, first)
      }
      if (outbox === 'changed') forget(...event.removed.map(({ key }) => key))
      if (outbox !== 'refused') return
      forget(act.key)
      // An act that cannot be taken back is not tried again.
      if (act.name === 'undo') forget(act.params.undone, ...(act.params.saves ?? []))
    },
    /** The act to do again in order to take this one back, where both left the queue before they were sent. */
    takeCancelled: (act: Act): Act | undefined => {
      const again = cancelled.get(act.key)
      if (again) forget(act.key)
      cancelled.delete(act.key)
      return again
    },
    /** Does what takes an act back, and is no change to be taken back itself. */
    withoutLast: (run: () => void): void => {
      const before = acts.at(-1)
      run()
      const last = acts.at(-1)
      if (last && last !== before) forget(last.key)
    },
    /** Whether the act was not taken back. */
    stands,
    /** The saves that were made together with this one, and stand. */
    savedWith: (save: Saved): Saved[] =>
      acts.filter(
        (act): act is Saved =>
          act.name === 'saveLink' &&
          (act.key === save.key ||
            (act.params.together !== undefined && act.params.together === save.params.together)) &&
          stands(act),
      ),
    /** The last act that stands, and whether there is an earlier one to undo. One that cannot be undone is given once. */
    last: (): { act: Act; hasMore: boolean } | null => {
      const standing = acts
        .filter(({ name }) => name !== 'undo')
        .map(act => tipOf(act, acts))
        .flatMap(({ tip, stands }) => (stands ? [tip] : []))
        .sort((a, b) => acts.indexOf(a) - acts.indexOf(b))
      const act = standing.at(-1)
      if (!act) return null
      const from = standing.findLastIndex(act => isUndoable(act)) + 1
      forget(...standing.slice(from).map(({ key }) => key))
      return { act, hasMore: from > 0 }
    },
  }
}
