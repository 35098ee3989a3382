import { type Act, namesOf } from '../acts/kinds.ts'
import type { Id } from '../id.ts'

type State = 'free' | 'under way' | 'held'

/** Names that earlier acts hold. An act on a note names its link, too. */
const createNames = () => {
  const links = new Set<Id>()
  const collections = new Set<Id>()
  let isEmpty = true
  let hasAll = false
  return {
    add: (act: Act) => {
      const names = namesOf(act)
      isEmpty = false
      hasAll ||= names.all === true
      for (const id of names.links ?? []) links.add(id)
      for (const id of names.collections ?? []) collections.add(id)
    },
    hasAnyOf: (act: Act): boolean => {
      const names = namesOf(act)
      if (hasAll || names.all) return !isEmpty
      return (
        (names.links?.some(id => links.has(id)) || names.collections?.some(id => collections.has(id))) ??
        false
      )
    },
  }
}

/**
 * Sorts waiting acts. An act waits for every earlier one that names the same link or collection, or all.
 * `ready` may be sent now, in order. `late` are held, or wait for one that is.
 */
export const planSending = (
  acts: readonly Act[],
  stateOf: (act: Act) => State,
): { ready: Act[]; late: Act[] } => {
  const earlier = createNames()
  const lateNames = createNames()
  const ready: Act[] = []
  const late: Act[] = []
  for (const act of acts) {
    const state = stateOf(act)
    if (state === 'held' || lateNames.hasAnyOf(act)) {
      late.push(act)
      lateNames.add(act)
    } else if (state === 'free' && !earlier.hasAnyOf(act)) ready.push(act)
    earlier.add(act)
  }
  return { ready, late }
}
