import { hash } from 'node:crypto'
import type { LinksBefore } from '@lectern/contracts/events/library.ts'
import { toRuns } from '@lectern/contracts/runs.ts'

/**
 * The tags and lists of tags that the links of a library have or had. Links with the same list share one entry. Entries
 * are never removed, so ids and places stay valid.
 */
export type TagDictionary = {
  /** The id of a tag is its place here. */
  readonly names: string[]
  readonly ids: Map<string, number>
  /** Ids of tags, in the user's order. */
  readonly lists: (readonly number[])[]
  /** Places in `lists` by the list's ids, joined with commas. */
  readonly places: Map<string, number>
  /** Approximate size in memory. */
  bytes: number
}

/** The tags of a link: the place of their list in the dictionary, or the list's digest where the dictionary was full. */
export type LinkTags = number | string

/**
 * Room for about 60,000 different lists of four tags. A full dictionary stays full, so that equal lists are stored
 * alike. A change of this or of the sizes below needs a new snapshot version.
 */
export const DICTIONARY_MAX_BYTES = 8_388_608

/** Measured sizes, rounded up. */
const BYTES_A_NAME = 80
const BYTES_A_CHARACTER = 2
const BYTES_A_LIST = 90
const BYTES_A_TAG_OF_A_LIST = 12

export const emptyDictionary = (): TagDictionary => ({
  names: [],
  ids: new Map(),
  lists: [],
  places: new Map(),
  bytes: 0,
})

/** undefined where no link can have these tags. */
export const findTags = (dictionary: TagDictionary, tags: readonly string[]): LinkTags | undefined => {
  const { ids, places, bytes } = dictionary
  const place = places.get(tags.map(tag => ids.get(tag) ?? 'unknown').join())
  if (place !== undefined || bytes < DICTIONARY_MAX_BYTES) return place
  return hash('sha256', JSON.stringify(tags), 'base64url')
}

/** Adds the tags to the dictionary where they are new and there is room. */
export const internTags = (dictionary: TagDictionary, tags: readonly string[]): LinkTags => {
  const found = findTags(dictionary, tags)
  if (found !== undefined) return found
  dictionary.bytes += BYTES_A_LIST + tags.length * BYTES_A_TAG_OF_A_LIST
  return addList(
    dictionary,
    tags.map(tag => {
      const id = dictionary.ids.get(tag)
      if (id !== undefined) return id
      dictionary.bytes += BYTES_A_NAME + BYTES_A_CHARACTER * tag.length
      return addName(dictionary, tag)
    }),
  )
}

export const addName = ({ names, ids }: TagDictionary, name: string): number => {
  ids.set(name, names.length)
  return names.push(name) - 1
}

export const addList = ({ lists, places }: TagDictionary, list: readonly number[]): number => {
  places.set(list.join(), lists.length)
  return lists.push(list) - 1
}

/** The tags of each link as LinksEdited records them; null where only the digest of a list is known. */
export const tagsBefore = (
  { names, lists }: TagDictionary,
  tagsOfLinks: readonly LinkTags[],
): NonNullable<LinksBefore['tags']> | null => {
  if (!tagsOfLinks.every(tags => typeof tags === 'number')) return null
  const places = numbered(tagsOfLinks)
  const listsUsed = [...places.keys()].map(place => lists[place] as readonly number[])
  const ids = numbered(listsUsed.flat())
  return {
    names: [...ids.keys()].map(id => names[id] as string),
    lists: listsUsed.map(list => list.map(id => ids.get(id) as number)),
    links: toRuns(tagsOfLinks.map(place => places.get(place) as number)),
  }
}

/** Numbers distinct values from 0 in the order in which they first occur. */
const numbered = (values: readonly number[]): Map<number, number> => {
  const numbers = new Map<number, number>()
  for (const value of values) if (!numbers.has(value)) numbers.set(value, numbers.size)
  return numbers
}
