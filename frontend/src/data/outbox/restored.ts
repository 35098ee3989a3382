import type { Refusal } from '../acts/act.ts'
import type { Act } from '../acts/kinds.ts'

/** No act is refused with this status (sender.ts). */
const RESTORED = 412

/** Whether the act waits since before a restore, so that the person has to say whether it is still meant. */
export const isOfEarlierStore = ({ state, epoch }: Act, present: string | undefined): boolean =>
  state === 'waiting' && epoch !== undefined && present !== undefined && epoch !== present

/** Why such an act waits. */
export const restored = ({ at }: Act): Refusal => ({ status: RESTORED, message: '', details: {}, at })

export const isHeldByRestore = (refusal: Refusal | undefined): boolean => refusal?.status === RESTORED
