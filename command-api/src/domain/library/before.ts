import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LinkChanges, LinksBefore } from '@lectern/contracts/events/library.ts'
import { toRuns } from '@lectern/contracts/runs.ts'
import type { LinkState } from './state.ts'
import { packTags } from './tags.ts'

/** Bytes of JSON. The store takes 1,048,576 bytes an append, metadata included. */
const BEFORE_MAX_BYTES = 900_000
const DATA_MAX_BYTES = 1_000_000

/** `before`, or null where an event with it and `data` would not fit into an append. */
export const beforeIfFits = <Before>(before: Before, data: object): Before | null => {
  const bytes = jsonBytes(before)
  return bytes > BEFORE_MAX_BYTES || bytes + jsonBytes(data) > DATA_MAX_BYTES ? null : before
}

/** An append takes an event with this data. */
export const fits = (data: object): boolean => jsonBytes(data) <= DATA_MAX_BYTES

/** @throws Rejected too-large-to-undo where a person wants to act only if the act can be undone */
export const checkUndoable = (before: object | null, ifUndoable: boolean | undefined): void => {
  if (ifUndoable && before === null) throw new Rejected('too-large-to-undo', { isTooLargeToUndo: true })
}

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

const toBit = (flag: boolean): 0 | 1 => (flag ? 1 : 0)

/** The present values of the fields that `changes` names. @param links in ascending order of their ids */
export const linksBefore = (links: readonly LinkState[], changes: LinkChanges): LinksBefore => {
  const { collectionId, isFavorite, isArchived, tags, addTags, removeTags } = changes
  return {
    ...(collectionId !== undefined && { collectionId: toRuns(links.map(link => link.collectionId)) }),
    ...(isFavorite !== undefined && { isFavorite: toRuns(links.map(link => toBit(link.favorite))) }),
    ...(isArchived !== undefined && { isArchived: toRuns(links.map(link => toBit(link.archived))) }),
    ...((tags ?? addTags ?? removeTags) && { tags: packTags(links.map(link => link.tags)) }),
  }
}
