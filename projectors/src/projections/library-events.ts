import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'

export const libraryIdOf = ({ stream }: RecordedEvent): string => stream.slice('library-'.length)

/** A library's open tabs refetch their lists; links are named only where they are few. */
const NAMED_LINKS_MAX = 20

export const namedLinks = (linkIds: number[]): { linkIds?: number[] } =>
  linkIds.length <= NAMED_LINKS_MAX ? { linkIds } : {}
