import type { Id } from '../id.ts'
import type { ActKind, Names, Patch, Stored } from './act.ts'
import { collectionActs } from './on-collections.ts'
import { deletedActs } from './on-deleted.ts'
import { linkActs } from './on-links.ts'
import { manyLinkActs } from './on-many-links.ts'
import { isMark, noteActs } from './on-notes.ts'
import { tagActs } from './on-tags.ts'
import { undoActs } from './undo.ts'

/** Everything that a person can do to the library. */
const KINDS = {
  ...linkActs,
  ...manyLinkActs,
  ...collectionActs,
  ...noteActs,
  ...tagActs,
  ...deletedActs,
  ...undoActs,
}

export type ActName = keyof typeof KINDS
type Kinds = typeof KINDS
export type ParamsOf<N extends ActName> = Kinds[N] extends ActKind<infer Params, infer _> ? Params : never
export type ResultOf<N extends ActName> = Kinds[N] extends ActKind<infer _, infer Result> ? Result : never

type ActOf<N extends ActName> = Stored & { readonly name: N; readonly params: ParamsOf<N> }
/** One act of a person, as the outbox stores it and as the server gets it. */
export type Act = { [N in ActName]: ActOf<N> }[ActName]

/** A definition that takes the parameters of any act. The caller passes those of the act whose name it gave. */
type AnyKind = ActKind<Act['params'], unknown>
export const kindOf = (name: ActName): AnyKind => KINDS[name] as unknown as AnyKind

/** Whether Undo can take the act back: the server does, or it only marked words. */
export const isUndoable = ({ name, params }: Act): boolean =>
  kindOf(name).undoable === true || (name === 'takeNote' && isMark(params))

export const isActName = (name: string): name is ActName => name in KINDS

export const namesOf = ({ name, params, seq }: Act): Names => kindOf(name).names(params, seq)

/** The server's id of what a sent act made. */
export const madeBy = ({ result }: Act): Id | undefined => {
  const id = (result as { id?: Id } | undefined)?.id
  return typeof id === 'number' || typeof id === 'string' ? id : undefined
}

/** A waiting act once an earlier one was sent. Returns the same act where nothing changes. */
export const actAfter = (act: Act, { result }: Act): Act => {
  if (act.state === 'sent') return act
  const params = kindOf(act.name).after?.(act.params, result) ?? act.params
  return params === act.params ? act : ({ ...act, params } as Act)
}

const patches = new WeakMap<Act, Patch>()

/** The effect of an act. Made once for each act, since a patch of many links holds a set of their ids. */
export const patchOf = (act: Act): Patch => {
  const made = patches.get(act)
  if (made) return made
  const patch = kindOf(act.name).patch(act.params, act)
  patches.set(act, patch)
  return patch
}
