import { CHANGE_ACTS_MAX, type Change, type ChangeAct } from '@lectern/contracts/api/changes.ts'
import type { Effect } from '@lectern/contracts/events/effects.ts'
import type { ProjectedEvent } from '../projection.ts'

/** What the only effect of an event set, where that is flags or the collection of one link. */
const setBy = ([effect, ...others]: readonly Effect[]): ChangeAct['set'] => {
  if (effect?.kind !== 'links-changed' || effect.retag || effect.hasOtherArticle || others.length > 0)
    return undefined
  const [linkId, ...more] = effect.links
  const { texts, tags, isFavorite, isArchived, collectionId } = effect.to
  if (typeof linkId !== 'number' || more.length > 0 || texts || tags) return undefined
  return {
    linkId,
    ...(isFavorite !== undefined && { isFavorite }),
    ...(isArchived !== undefined && { isArchived }),
    ...(collectionId !== undefined && { collectionId }),
  }
}

/** Keys of our client. Any other text may be too long for a notification. */
const KEY = /^[0-9a-f-]{36}$/

/** The act of an event, as a change names it. The key is empty where it has none. */
export const changeAct = ({ metadata }: ProjectedEvent, effects: readonly Effect[]): ChangeAct => {
  const { commandId } = (metadata ?? {}) as { commandId?: unknown }
  const set = setBy(effects)
  return { key: typeof commandId === 'string' && KEY.test(commandId) ? commandId : '', ...(set && { set }) }
}

/** The acts that made a change, where each has a name and they are few. */
export const namedActs = (acts: readonly ChangeAct[]): Pick<Change, 'acts'> =>
  acts.length > 0 && acts.length <= CHANGE_ACTS_MAX && acts.every(({ key }) => key !== '')
    ? { acts: [...acts] }
    : {}
