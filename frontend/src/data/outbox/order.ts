import { type Act, namesOf } from '../acts/kinds.ts'

type State = 'free' | 'under way' | 'held'

/** Names of links and collections that earlier acts hold. */
const createNames = () => {
  const links = new Set<number>()
  const collections = new Set<number>()
  return {
    add: (act: Act) => {
      const names = namesOf(act)
      for (const id of names.links ?? []) links.add(id)
      for (const id of names.collections ?? []) collections.add(id)
    },
    hasAnyOf: (act: Act): boolean => {
      const names = namesOf(act)
      return (
        (names.links?.some(id => links.has(id)) || names.collections?.some(id => collections.has(id))) ??
        false
      )
    },
  }
}

/**
 * Sorts waiting acts. An act waits for every earlier one that names the same link or collection.
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

/** The act with an id from the server in place of a name that an unsent act gave (-seq). Returns the same act without that name. */
export const renamed = (act: Act, from: number, to: number): Act => {
  if (act.seq === -from || !isNaming(act, from)) return act
  const replace = (value: unknown) =>
    JSON.parse(JSON.stringify(value), (_key, each) => (each === from ? to : each))
  return { ...act, params: replace(act.params), ...(act.link && { link: replace(act.link) }) } as Act
}

export const isNaming = (act: Act, name: number): boolean => {
  const { links = [], collections = [] } = namesOf(act)
  return links.includes(name) || collections.includes(name)
}

/** The act without this link; null when nothing of it is left. */
export const withoutLink = (act: Act, id: number): Act | null => {
  if (act.name !== 'editLinks' && act.name !== 'deleteLinks') return null
  const linkIds = act.params.linkIds.filter(each => each !== id)
  if (linkIds.length === 0 || linkIds.length === act.params.linkIds.length) return null
  return { ...act, params: { ...act.params, linkIds } } as Act
}
