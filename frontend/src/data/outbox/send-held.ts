import { ApiError, getJson } from '../../lib/api.ts'
import type { Act } from '../acts/kinds.ts'
import { type Link, linkIn } from '../answers.ts'
import { isUnsentId, linkPath, ownerOf } from '../id.ts'
import type { Outbox } from './outbox.ts'
import { type RefusedAct, refusedActs, tryAgain } from './refused.ts'
import { isHeldByRestore } from './restored.ts'

const REASON = 'The restored library does not have this article.'

/** Whether the id is of another article now: the store before gave it after the backup, and the restored one again. */
const isAnother = async ({ id, url, createdAt }: Link): Promise<boolean> => {
  if (isUnsentId(id)) return false
  try {
    const now = await getJson(linkPath(id), linkIn(ownerOf(id)))
    return now.url !== url && now.createdAt !== createdAt
  } catch (error) {
    // The act itself is told that the article is not there.
    if (error instanceof ApiError && !error.isPage && [403, 404].includes(error.status)) return false
    throw error
  }
}

const isMisled = async (acts: readonly Act[]): Promise<boolean> => {
  for (const link of acts.flatMap(({ links = [] }) => links)) if (await isAnother(link)) return true
  return false
}

/**
 * Sends acts on the store before a restore after all, those that one of them needs with it. An act on an article that the restored
 * library does not have could not be sent. Rejects without an answer; what was not sent stays.
 */
export const sendHeld = async (outbox: Outbox, ones: readonly RefusedAct[]): Promise<void> => {
  for (const each of ones) {
    const isOther = await isMisled([each.act, ...each.needing])
    // The person may have discarded it meanwhile, here or in another tab.
    const one = refusedActs(outbox.refused()).find(({ act }) => act.seq === each.act.seq)
    if (one === undefined || !isHeldByRestore(one.refusal)) continue
    if (isOther) {
      const refusal = { ...one.refusal, status: 404, message: REASON }
      outbox.change(one.act, { stored: [{ ...one.act, state: 'refused', refusal }], removed: [] })
    } else tryAgain(outbox, one)
  }
}
