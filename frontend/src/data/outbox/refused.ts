import { newKey } from '../../lib/api.ts'
import type { Refusal } from '../acts/act.ts'
import type { Act } from '../acts/kinds.ts'
import type { Id } from '../id.ts'
import { isNaming, renamed } from './names.ts'
import type { Outbox } from './outbox.ts'

/** An act that could not be sent, with the acts that wait for what it would make. */
export type RefusedAct = {
  readonly act: Act
  readonly refusal: Refusal
  readonly needing: readonly Act[]
}

/** The acts that the person settles, oldest first. @param refused of the outbox */
export const refusedActs = (refused: readonly Act[]): RefusedAct[] =>
  refused
    .flatMap(act => {
      const { refusal } = act
      if (!refusal) return []
      return [{ act, refusal, needing: refused.filter(each => !each.refusal && isNaming(each, -act.seq)) }]
    })
    .sort((a, b) => a.act.seq - b.act.seq)

/** The act on the present store, as the person has said. */
const waiting =
  ({ epoch }: Outbox) =>
  ({ refusal: _, ...act }: Act): Act =>
    ({ ...act, epoch, state: 'waiting' }) as Act

/** Sends the act again, and then those that need it. Acts that need another refused one, too, stay. */
export const tryAgain = (outbox: Outbox, { act, needing }: RefusedAct): void => {
  const others = outbox.refused().filter(({ refusal, seq }) => refusal && seq !== act.seq)
  const going = needing.filter(each => !others.some(({ seq }) => isNaming(each, -seq)))
  outbox.change(act, { stored: [act, ...going].map(waiting(outbox)), removed: [] })
}

/** Saves the link although the library has it already. The person does so now: the act is a new one, whose key no save had before. */
export const addAnyway = (outbox: Outbox, { act, ...refused }: RefusedAct): void => {
  if (act.name !== 'saveLink') return
  const again = { ...act, key: newKey(), params: { ...act.params, ignoreDuplicate: true } }
  tryAgain(outbox, { ...refused, act: again })
}

/** Saves the link into the own library, where it cannot be saved into that of somebody else. */
export const saveInOwn = (outbox: Outbox, { act, ...refused }: RefusedAct): void => {
  if (act.name !== 'saveLink') return
  const { library: _, collection: __, ...params } = act.params
  tryAgain(outbox, { ...refused, act: { ...act, key: newKey(), params } })
}

/** Drops the second link. Notes and other acts on it go to the link that the library has. */
export const keepExisting = (outbox: Outbox, { act, needing }: RefusedAct, linkId: Id): void => {
  const moved = needing.map(each => waiting(outbox)(renamed(each, -act.seq, linkId)))
  outbox.change(act, { stored: moved, removed: [act] })
}

/** Drops the act and those that need it. @returns a function that puts them back */
export const discard = (outbox: Outbox, { act, needing }: RefusedAct): (() => void) => {
  const acts = [act, ...needing]
  outbox.change(act, { stored: [], removed: acts })
  return () => outbox.change(act, { stored: acts, removed: [] })
}
