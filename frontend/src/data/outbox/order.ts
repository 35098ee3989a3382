import { type Act, namesOf } from '../acts/kinds.ts'

/** The acts that may be sent now, in order. An act waits for every earlier one that names the same link or collection. */
export const sendable = (acts: readonly Act[], isHeld: (act: Act) => boolean): Act[] => {
  const links = new Set<number>()
  const collections = new Set<number>()
  return acts.filter(act => {
    const names = namesOf(act)
    const isBlocked =
      names.links?.some(id => links.has(id)) || names.collections?.some(id => collections.has(id))
    for (const id of names.links ?? []) links.add(id)
    for (const id of names.collections ?? []) collections.add(id)
    return !isBlocked && !isHeld(act)
  })
}

/** The act with an id from the server in place of a name that an unsent act gave (-seq). Returns the same act without that name. */
export const renamed = (act: Act, from: number, to: number): Act => {
  const { links = [], collections = [] } = namesOf(act)
  if (act.seq === -from || !(links.includes(from) || collections.includes(from))) return act
  const replace = (value: unknown) =>
    JSON.parse(JSON.stringify(value), (_key, each) => (each === from ? to : each))
  return { ...act, params: replace(act.params), ...(act.link && { link: replace(act.link) }) } as Act
}
