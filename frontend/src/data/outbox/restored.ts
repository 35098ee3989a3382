import type { Refusal } from '../acts/act.ts'
import { type Act, type ActName, namesOf } from '../acts/kinds.ts'
import { isUnsentId } from '../id.ts'

/** No act is refused with this status (sender.ts). */
const RESTORED = 412

/** Whether the act waits since before a restore, so that the person has to say whether it is still meant. */
export const isOfEarlierStore = ({ state, epoch }: Act, present: string | undefined): boolean =>
  state === 'waiting' && epoch !== undefined && present !== undefined && epoch !== present

/** Why such an act waits. */
export const restored = ({ at }: Act): Refusal => ({ status: RESTORED, message: '', details: {}, at })

export const isHeldByRestore = (refusal: Refusal | undefined): boolean => refusal?.status === RESTORED

/** They name by number or moment what was deleted in the store before. */
const OF_DELETED: ReadonlySet<ActName> = new Set(['bringBack', 'deleteForGood'])

/**
 * Whether a look at the server can tell that all which these acts name is still the same: articles that the person saw stand in the
 * acts, and all else is a number.
 */
export const areChecked = (acts: readonly Act[]): boolean =>
  acts.every(act => {
    const { links = [], collections = [], notes = [] } = namesOf(act)
    const seen = new Set(act.links?.map(({ id }) => id))
    const into = act.name === 'saveLink' && act.params.collection ? [act.params.collection.id] : []
    return (
      links.every(id => isUnsentId(id) || seen.has(id)) &&
      [...collections, ...notes, ...into].every(id => isUnsentId(id)) &&
      !OF_DELETED.has(act.name)
    )
  })
