import type { Collection } from '@lectern/contracts/api/collections.ts'
import type { NoteCounts } from '@lectern/contracts/api/notes.ts'
import type { Plan } from '@lectern/contracts/plans.ts'
import type { PendingAct } from '../acts/pending.ts'
import type { Link } from '../answers.ts'
import type { Id } from '../id.ts'
import { keys, type LinkFilters } from '../links/keys.ts'
import type { NoteFilters } from '../notes/keys.ts'
import type { NotePages } from '../notes/queries.ts'
import type { Reading } from '../reading.ts'
import { readSavedArticle } from '../saved-articles/store.ts'
import { gatherList } from './gather-list.ts'
import { readLinksOnDevice, withActs } from './links-on-device.ts'
import { countEntries, entriesWithActs, filterEntries, readNotesOnDevice } from './notes-on-device.ts'
import { isRememberedKind, type RememberedAnswer, readRemembered } from './store.ts'

type Asked = { readonly userId: string; readonly plan: Plan; readonly acts: readonly PendingAct[] }
type Answer = Promise<Reading<unknown> | undefined>

const reading = <T>(data: T, rememberedAt: string, isGathered = false): Reading<T> => ({
  data,
  asOf: 0,
  rememberedAt,
  ...(isGathered && { isGathered }),
})

const asReading = (remembered: RememberedAnswer | undefined) =>
  remembered && reading(remembered.data, remembered.at)

/** A view that was remembered, as it was; any other one from all links that the device keeps. */
const listAnswer = async ({ userId, plan, acts }: Asked, filters: LinkFilters): Answer => {
  const remembered = await readRemembered(userId, keys.list(filters))
  if (remembered) return asReading(remembered)
  const stored = await readLinksOnDevice(userId)
  if (!stored) return undefined
  const collections = ((await readRemembered(userId, keys.collections))?.data ?? []) as Collection[]
  const list = gatherList(withActs(stored.links, acts), filters, { plan, collections })
  return reading(list, stored.at, true)
}

const linkAnswer = async ({ userId }: Asked, id: Id): Answer => {
  const remembered = asReading(await readRemembered(userId, keys.one(id)))
  const stored = await readLinksOnDevice(userId)
  const link = stored?.links.find(each => each.id === id)
  if (!stored || !link) return remembered
  // The links of lists are the latest ones, but do not say when the text was read.
  return reading({ ...(remembered?.data as Link | undefined), ...link }, stored.at)
}

const notesOf = async ({ userId, acts }: Asked) => {
  const links = withActs((await readLinksOnDevice(userId))?.links ?? [], acts)
  const stored = await readNotesOnDevice(userId, links)
  return stored && { ...stored, now: entriesWithActs(stored.entries, links, acts) }
}

const notesAnswer = async (asked: Asked, filters: NoteFilters, isRemembered: boolean): Answer => {
  const stored = await notesOf(asked)
  if (!stored) return undefined
  const pages: NotePages = { entries: filterEntries(stored.now, filters), nextCursor: null }
  return reading(pages, stored.at, !isRemembered)
}

/** The remembered numbers with the person's acts; for a search the numbers of what is stored. */
const noteCountsAnswer = async (
  asked: Asked,
  q: string,
  remembered: RememberedAnswer | undefined,
): Answer => {
  const stored = await notesOf(asked)
  if (!stored) return asReading(remembered)
  const now = countEntries(filterEntries(stored.now, { type: null, q }))
  if (!remembered) return reading(now, stored.at, true)
  const before = countEntries(stored.entries)
  const counts = { ...(remembered.data as NoteCounts) }
  for (const type of ['all', 'note', 'highlight', 'quote'] as const) counts[type] += now[type] - before[type]
  return reading(counts, remembered.at)
}

const notesOfLinkAnswer = async (
  { userId }: Asked,
  id: Id,
  remembered: RememberedAnswer | undefined,
): Answer => {
  const article = await readSavedArticle(userId, id)
  if (!article || (remembered && remembered.at > article.cachedAt)) return asReading(remembered)
  return reading(article.notes, article.cachedAt)
}

/** What this device can say where the server gives no answer; undefined where it keeps nothing of it. */
export const answerOf = async (asked: Asked, queryKey: readonly unknown[]): Promise<unknown> => {
  const { userId } = asked
  const [kind, about] = queryKey
  if (kind === keys.contents[0]) return (await readSavedArticle(userId, about as number))?.content
  if (!isRememberedKind(kind)) return undefined
  if (kind === 'links') return listAnswer(asked, about as LinkFilters)
  if (kind === 'link') return linkAnswer(asked, about as number)
  const remembered = await readRemembered(userId, queryKey)
  if (kind === 'notes') return notesAnswer(asked, about as NoteFilters, remembered !== undefined)
  if (kind === 'note-counts') return noteCountsAnswer(asked, about as string, remembered)
  if (kind === 'notes-of') return notesOfLinkAnswer(asked, about as number, remembered)
  return asReading(remembered)
}
