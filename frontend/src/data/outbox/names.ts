import type { Refusal } from '../acts/act.ts'
import { type Act, namesOf } from '../acts/kinds.ts'
import type { Id } from '../id.ts'
import type { Change } from './messages.ts'

// A link, collection or note that an act makes is named by minus the act's number, until the server has given it an id.

/** Whether the act is on the link, collection or note of this name or id. */
export const isNaming = (act: Act, name: Id): boolean => {
  const { links = [], collections = [], notes = [] } = namesOf(act)
  return [links, collections, notes].some(names => names.includes(name))
}

/** Whether the act takes the other one back. */
export const isUndoing = (act: Act, { key }: Act): boolean =>
  act.name === 'undo' && (act.params.undone === key || act.params.saves?.includes(key) === true)

/** The act with an id in place of a name. Returns the same act where it does not use the name. */
export const renamed = (act: Act, from: Id, to: Id): Act => {
  if (act.seq === -from || !isNaming(act, from)) return act
  const replace = (value: unknown) =>
    JSON.parse(JSON.stringify(value), (_key, each) => (each === from ? to : each))
  return { ...act, params: replace(act.params), ...(act.links && { links: replace(act.links) }) } as Act
}

/** The act with the server's ids in place of names. */
export const withServerIds = (act: Act, ids: ReadonlyMap<Id, Id>): Act => {
  let now = act
  for (const [name, id] of ids) now = renamed(now, name, id)
  return now
}

/** Whether the act takes back what the other one would make, so that neither is needed. */
const isTakingBack = (act: Act, other: Act): boolean =>
  isUndoing(act, other) ||
  (act.name === 'deleteLink' && act.params.linkId === -other.seq) ||
  (act.name === 'deleteNote' && act.params.noteId === -other.seq)

/**
 * What becomes of the queue where the server refuses an act: acts on what it would have made stay with it, or go with it where
 * it is not kept. Acts on many links go on without that link.
 * @param refusal null where the act is not kept
 */
export const afterRefusal = (waiting: readonly Act[], refused: Act, refusal: Refusal | null): Change => {
  const stored: Act[] = []
  const removed: Act[] = []
  const isKept = refusal !== null && !waiting.some(act => isTakingBack(act, refused))
  for (const act of waiting) {
    const isOne = act.seq === refused.seq
    if (!isOne && !isUndoing(act, refused) && !isNaming(act, -refused.seq)) continue
    const rest = isOne ? null : withoutLink(act, -refused.seq)
    if (rest) stored.push(rest)
    else if (isKept) stored.push({ ...act, state: 'refused', ...(isOne && { refusal }) } as Act)
    else removed.push(act)
  }
  return { stored, removed }
}

/** The act without this link; null when nothing of it is left. */
export const withoutLink = (act: Act, id: Id): Act | null => {
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
