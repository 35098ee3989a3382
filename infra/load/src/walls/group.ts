import { hashOf, LIBRARY_LANES } from '@lectern/contracts/read-model/lanes.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'

/** One of several groups of libraries, whose rows a projector of its own would write. */
export type Group = { readonly group: number; readonly groups: number }

/**
 * The group of a library: the hash that chooses its lane, without the part that the lane has used up. Otherwise each of two groups
 * would have all its libraries in one lane.
 */
export const groupOf = (libraryId: string, groups: number): number =>
  Math.floor(hashOf(libraryId) / LIBRARY_LANES.length) % groups

/** Libraries share articles, so that every group takes the events of all of them. */
export const isOfGroup = (stream: string, { group, groups }: Group): boolean => {
  const libraryId = /^(?:library|notebook)-(.*)$/.exec(stream)?.[1]
  return libraryId === undefined || groupOf(libraryId, groups) === group
}

/** The store as a group follows it. It reads all events and passes on its own. */
export const followedBy = (store: EventStore, group: Group): EventStore => ({
  ...store,
  async *follow(options) {
    for await (const batch of store.follow(options)) {
      const own = batch.filter(({ stream }) => isOfGroup(stream, group))
      if (own.length > 0) yield own
    }
  },
})
