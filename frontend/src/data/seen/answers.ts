import type { Collection } from '@lectern/contracts/api/collections.ts'
import type { Link } from '@lectern/contracts/api/links.ts'
import type { NoteCounts } from '@lectern/contracts/api/notes.ts'
import type { Plan } from '@lectern/contracts/plans.ts'
import type { PendingAct } from '../acts/fold.ts'
import { readKeptArticle } from '../kept/store.ts'
import { keys, type LinkFilters } from '../links/keys.ts'
import type { NoteFilters } from '../notes/keys.ts'
import type { NotePages } from '../notes/queries.ts'
import type { Reading } from '../reading.ts'
import { gatherList } from './gather-list.ts'
import { readKeptLinks, withActs } from './kept-links.ts'
import { countEntries, entriesWithActs, filterEntries, readKeptNotes } from './kept-notes.ts'
import { isSeenKind, readSeen, type Seen } from './store.ts'

type Asked = { readonly userId: string; readonly plan: Plan; readonly acts: readonly PendingAct[] }
type Answer = Promise<Reading<unknown> | undefined>

const reading = <T>(data: T, seenAt: string, isGathered = false): Reading<T> => ({
  data,
  asOf: 0,
  seenAt,
  ...(isGathered && { isGathered }),
})

const asReading = (seen: Seen | undefined) => seen && reading(seen.data, seen.at)

/** A view that was seen, as it was; any other one from all links that the device keeps. */
const listAnswer = async ({ userId, plan, acts }: Asked, filters: LinkFilters): Answer => {
  const seen = await readSeen(userId, keys.list(filters))
  if (seen) return asReading(seen)
  const kept = await readKeptLinks(userId)
  if (!kept) return undefined
  const collections = ((await readSeen(userId, keys.collections))?.data ?? []) as Collection[]
  const list = gatherList(withActs(kept.links, acts), filters, { plan, collections })
  return reading(list, kept.at, true)
}

const linkAnswer = async ({ userId }: Asked, id: number): Answer => {
  const seen = asReading(await readSeen(userId, keys.one(id)))
  const kept = await readKeptLinks(userId)
  const link = kept?.links.find(each => each.id === id)
  if (!kept || !link) return seen
  // The links of lists are the latest ones, but do not say when the text was read.
  return reading({ ...(seen?.data as Link | undefined), ...link }, kept.at)
}

const notesOf = async ({ userId, acts }: Asked) => {
  const links = withActs((await readKeptLinks(userId))?.links ?? [], acts)
  const kept = await readKeptNotes(userId, links)
  return kept && { ...kept, now: entriesWithActs(kept.entries, links, acts) }
}

const notesAnswer = async (asked: Asked, filters: NoteFilters, wasSeen: boolean): Answer => {
  const kept = await notesOf(asked)
  if (!kept) return undefined
  const pages: NotePages = { entries: filterEntries(kept.now, filters), nextCursor: null }
  return reading(pages, kept.at, !wasSeen)
}

/** The seen numbers with the person's acts; for a search the numbers of what is kept. */
const noteCountsAnswer = async (asked: Asked, q: string, seen: Seen | undefined): Answer => {
  const kept = await notesOf(asked)
  if (!kept) return asReading(seen)
  const now = countEntries(filterEntries(kept.now, { type: null, q }))
  if (!seen) return reading(now, kept.at, true)
  const before = countEntries(kept.entries)
  const counts = { ...(seen.data as NoteCounts) }
  for (const type of ['all', 'note', 'highlight', 'quote'] as const) counts[type] += now[type] - before[type]
  return reading(counts, seen.at)
}

const notesOfLinkAnswer = async ({ userId }: Asked, id: number, seen: Seen | undefined): Answer => {
  const article = await readKeptArticle(userId, id)
  if (!article || (seen && seen.at > article.cachedAt)) return asReading(seen)
  return reading(article.notes, article.cachedAt)
}

/** What this device can say where the server gives no answer; undefined where it keeps nothing of it. */
export const answerOf = async (asked: Asked, queryKey: readonly unknown[]): Promise<unknown> => {
  const { userId } = asked
  const [kind, about] = queryKey
  if (kind === keys.contents[0]) return (await readKeptArticle(userId, about as number))?.content
  if (!isSeenKind(kind)) return undefined
  if (kind === 'links') return listAnswer(asked, about as LinkFilters)
  if (kind === 'link') return linkAnswer(asked, about as number)
  const seen = await readSeen(userId, queryKey)
  if (kind === 'notes') return notesAnswer(asked, about as NoteFilters, seen !== undefined)
  if (kind === 'note-counts') return noteCountsAnswer(asked, about as string, seen)
  if (kind === 'notes-of') return notesOfLinkAnswer(asked, about as number, seen)
  return asReading(seen)
}
