import { TAGS_MAX } from './limits.ts'

/** A tag as it is kept: without the # that some people type before it. */
export const tagName = (text: string): string => text.replace(/^[#\s]+/, '').trim()

/** Tags with the same key are one tag, which has one spelling in a library: case does not count. */
export const tagKey = (tag: string): string => tag.normalize('NFC').toLowerCase()

/** A change of any link's tags: those in `from` become `to` (null: they go), then `add` follow. */
export type Retag = {
  readonly from: readonly string[]
  readonly to: string | null
  readonly add: readonly string[]
}

/** Each tag once, at its first place. The read models do the same in SQL. */
export const retagged = (tags: readonly string[], { from, to, add }: Retag): string[] => [
  ...new Set([...tags.flatMap(tag => (from.includes(tag) ? (to === null ? [] : [to]) : [tag])), ...add]),
]

/** The change that an edit of many links makes, where it does not replace the tags. */
export const retagOf = ({
  addTags = [],
  removeTags = [],
}: {
  addTags?: string[] | undefined
  removeTags?: string[] | undefined
}): Retag | undefined =>
  addTags.length + removeTags.length > 0 ? { from: removeTags, to: null, add: addTags } : undefined

/** No link gets more tags than a person can type; one that had more keeps them. */
export const hasRoom = (before: readonly string[], after: readonly string[]): boolean =>
  after.length <= Math.max(TAGS_MAX, before.length)
