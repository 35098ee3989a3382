import type { PendingAct } from '../acts/fold.ts'
import { type Act, namesOf } from '../acts/kinds.ts'

// A link, collection or note that an act makes is named by minus the act's number, until the server has given it an id.

/** Whether the act is on the link, collection or note of this name or id. */
export const isNaming = (act: Act, name: number): boolean => {
  const { links = [], collections = [], notes = [] } = namesOf(act)
  return [links, collections, notes].some(names => names.includes(name))
}

/** Whether the act takes the other one back. */
export const isUndoing = (act: Act, other: Act): boolean =>
  act.name === 'undo' && act.params.undone === other.key

/** The act with an id in place of a name. Returns the same act where it does not use the name. */
const renamed = (act: Act, from: number, to: number): Act => {
  if (act.seq === -from || !isNaming(act, from)) return act
  const replace = (value: unknown) =>
    JSON.parse(JSON.stringify(value), (_key, each) => (each === from ? to : each))
  return { ...act, params: replace(act.params), ...(act.links && { links: replace(act.links) }) } as Act
}

/** The server's id of what a sent act made. */
export const madeBy = ({ result }: Act): number | undefined => {
  const id = (result as { id?: unknown } | undefined)?.id
  return typeof id === 'number' ? id : undefined
}

/** The acts with the server's ids of what earlier ones made. */
export const withIds = (pending: readonly PendingAct[], ids: ReadonlyMap<number, number>): PendingAct[] =>
  pending.map(each => {
    const act = withServerIds(each.act, ids)
    return act === each.act ? each : { ...each, act }
  })

/** The act with the server's ids in place of names. */
export const withServerIds = (act: Act, ids: ReadonlyMap<number, number>): Act => {
  let now = act
  for (const [name, id] of ids) now = renamed(now, name, id)
  return now
}

/** The act without this link; null when nothing of it is left. */
export const withoutLink = (act: Act, id: number): Act | null => {
  if (act.name === 'undo') {
    const { names } = act.params
    const links = names.links?.filter(each => each !== id) ?? []
    return links.length > 0 ? { ...act, params: { ...act.params, names: { ...names, links } } } : null
  }
  if (act.name !== 'editLinks' && act.name !== 'deleteLinks') return null
  const linkIds = act.params.linkIds.filter(each => each !== id)
  if (linkIds.length === 0 || linkIds.length === act.params.linkIds.length) return null
  return { ...act, params: { ...act.params, linkIds } } as Act
}
