import type { Refusal } from '../acts/act.ts'
import { type Act, namesOf } from '../acts/kinds.ts'
import { isUnsentId } from '../id.ts'

/** No act is refused with this status (sender.ts). */
const RESTORED = 412

/** Whether the act waits since before a restore, so that the person has to say whether it is still meant. */
export const isOfEarlierStore = ({ state, epoch }: Act, present: string | undefined): boolean =>
  state === 'waiting' && epoch !== undefined && present !== undefined && epoch !== present

/** Why such an act waits. */
export const restored = ({ at }: Act): Refusal => ({ status: RESTORED, message: '', details: {}, at })

export const isHeldByRestore = (refusal: Refusal | undefined): boolean => refusal?.status === RESTORED

/**
 * Whether the person saw all that these acts name as they were sent with it: only then can a look at the server tell whether a number
 * is still of the same article.
 */
export const areChecked = (acts: readonly Act[]): boolean =>
  acts.every(act => {
    const { links = [], collections = [], notes = [] } = namesOf(act)
    const seen = new Set(act.links?.map(({ id }) => id))
    return [...links, ...collections, ...notes].every(id => isUnsentId(id) || seen.has(id))
  })
