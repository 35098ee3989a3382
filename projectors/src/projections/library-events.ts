import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'

export const libraryIdOf = ({ stream }: RecordedEvent): string => stream.slice('library-'.length)

/** A library's open tabs refetch their lists; links are named only where they are few. */
export const NAMED_LINKS_MAX = 20

/** In characters; of more tags than these it is only told that there are. */
const NAMED_TAGS_LENGTH_MAX = 1_000

export const namedLinks = (linkIds: number[]): { linkIds?: number[] } =>
  linkIds.length <= NAMED_LINKS_MAX ? { linkIds } : {}

/** What searches of a library find has changed; no list or link is out of date by that. */
export const searchChanged = (libraryId: string, tags: readonly string[]): LibraryChange => ({
  libraryId,
  change: { what: ['search'], linkIds: [] },
  tags: JSON.stringify(tags).length > NAMED_TAGS_LENGTH_MAX ? null : tags,
})
