import { getJson } from '../../lib/api.ts'
import { sleep } from '../../lib/sleep.ts'
import { readStored, removeStored, writeStored } from '../../lib/storage.ts'
import { LinkList } from '../answers.ts'
import { compareIds, type Id, idFrom } from '../id.ts'
import { savedSettings } from './database.ts'
import { isGone, type NotSaved } from './save-article.ts'
import { listSaved, removeSaved, type SavedSummary } from './store.ts'

/** How many of the newest unread articles a device can keep by itself. */
export const NEWEST_CHOICES = [0, 25, 50, 100, 200] as const

/** The pause between two articles: 20 a minute, so that what the person saves finds the server free. */
const PACE_MS = 3_000
/** A copy that the device keeps by itself is read again after this time, so that it is good for most of a week. */
const RENEW_AFTER_MS = 24 * 3_600_000

const countKey = (userId: string) => `${savedSettings(userId)}newest`
/** Ids of articles that the person removed, which do not come back by themselves. */
const leftOutKey = (userId: string) => `${savedSettings(userId)}left-out`
const LEFT_OUT_MAX = 500

/** How many of the newest unread articles this device keeps by itself for the user. */
export const readNewest = (userId: string): number => {
  const stored = Number(readStored(countKey(userId)) ?? 0)
  return NEWEST_CHOICES.find(choice => choice === stored) ?? 0
}

export const writeNewest = (userId: string, count: number): void => {
  writeStored(countKey(userId), String(count))
  removeStored(leftOutKey(userId))
}

const readLeftOut = (userId: string): Id[] =>
  (readStored(leftOutKey(userId)) ?? '').split(',').filter(Boolean).map(idFrom)

/** The person removed these articles: the device does not keep them by itself again. */
export const leaveOut = (userId: string, ids: readonly Id[]): void => {
  if (readNewest(userId) === 0) return
  const left = new Set([...readLeftOut(userId), ...ids])
  writeStored(leftOutKey(userId), [...left].slice(-LEFT_OUT_MAX).join(','))
}

type Parts = {
  readonly userId: string
  readonly save: (id: Id, signal: AbortSignal) => Promise<unknown>
  readonly renew: (id: Id, signal: AbortSignal) => Promise<unknown>
  /** The kept articles have changed. */
  readonly onChange: () => void
}

/**
 * Keeps the newest unread articles, and removes those kept by itself that were read or archived or are no longer among the
 * newest. What the person saved stays. Ends early when the storage is full or the server does not answer.
 */
export const keepNewest = async (
  { userId, save, renew, onChange }: Parts,
  signal: AbortSignal,
): Promise<void> => {
  const count = readNewest(userId)
  const kept = await listSaved(userId)
  if (count === 0 && kept.every(({ isByHand }) => isByHand)) return
  const wanted = count === 0 ? [] : await newestUnread(count, signal)
  const isWanted = new Set(wanted.map(({ id }) => id))
  const out = kept.filter(({ id, isByHand }) => !isByHand && !isWanted.has(id))
  if (out.length > 0) {
    await removeSaved(
      userId,
      out.map(({ id }) => id),
    )
    onChange()
  }
  const leftOut = new Set(readLeftOut(userId))
  const keptById = new Map(kept.map(each => [each.id, each]))
  for (const { id } of wanted) {
    const before = keptById.get(id)
    if (before ? !isDue(before) : leftOut.has(id)) continue
    try {
      await (before ? renew : save)(id, signal)
      onChange()
    } catch (error) {
      if (signal.aborted || (error as NotSaved).isForAll) return
      // Its page could not be read, or it was deleted meanwhile.
      if (before && isGone((error as NotSaved).cause)) await removeSaved(userId, [id])
    }
    await sleep(PACE_MS, signal)
  }
}

const isDue = ({ cachedAt, isByHand }: SavedSummary): boolean =>
  !isByHand && Date.now() - Date.parse(cachedAt) > RENEW_AFTER_MS

/** The newest articles that can be read and were not read to their end. One that is begun is wanted most. */
const newestUnread = async (count: number, signal: AbortSignal) => {
  const fetchNewest = async (progress: 'unread' | 'begun') =>
    (await getJson(`/api/links?limit=${count}&progress=${progress}`, LinkList, { signal })).links
  const links = [...(await fetchNewest('begun')), ...(await fetchNewest('unread'))]
  return links
    .filter(({ extraction }) => extraction === 'ready')
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || compareIds(b.id, a.id))
    .slice(0, count)
}
