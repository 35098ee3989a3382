import { hash } from 'node:crypto'
import type { TagsBefore } from '@lectern/contracts/events/library.ts'
import { toRuns } from '@lectern/contracts/runs.ts'
import { type Retag, retagged, tagKey, tagName } from '@lectern/contracts/tags.ts'

/**
 * The tags and lists of tags that the links of a library have or had. Links with the same list share one entry. Entries
 * are never removed, so ids and places stay valid.
 */
export type TagDictionary = {
  /** The id of a tag is its place here. */
  readonly names: string[]
  readonly ids: Map<string, number>
  /** The names of each key (tagKey). New links take the first. */
  readonly spellings: Map<string, readonly string[]>
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
const BYTES_A_NAME = 180
const BYTES_A_CHARACTER = 2
const BYTES_A_LIST = 90
const BYTES_A_TAG_OF_A_LIST = 12

export const emptyDictionary = (): TagDictionary => ({
  names: [],
  ids: new Map(),
  spellings: new Map(),
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

export const addName = ({ names, ids, spellings }: TagDictionary, name: string): number => {
  ids.set(name, names.length)
  const key = tagKey(name)
  spellings.set(key, [...(spellings.get(key) ?? []), name])
  return names.push(name) - 1
}

export const addList = ({ lists, places }: TagDictionary, list: readonly number[]): number => {
  places.set(list.join(), lists.length)
  return lists.push(list) - 1
}

/** Makes a name the one that new links take. A name that had no room in the dictionary stays unknown. */
export const respell = ({ ids, spellings }: TagDictionary, name: string): void => {
  if (!ids.has(name)) return
  const others = spellingsOf({ spellings }, name).filter(each => each !== name)
  spellings.set(tagKey(name), [name, ...others])
}

/** After an undo that gave links another spelling back: new links take it, too. */
export const respellBack = (
  dictionary: TagDictionary,
  before: readonly string[],
  restored: readonly string[],
): void => {
  for (const name of before) {
    const [first, ...others] = spellingsOf(dictionary, name)
    const back = others.find(other => restored.includes(other))
    if (name === first && back !== undefined && !restored.includes(name)) respell(dictionary, back)
  }
}

/** Every spelling that the library knows of a tag; a tag that it does not know has that given. */
export const spellingsOf = (
  { spellings }: Pick<TagDictionary, 'spellings'>,
  tag: string,
): readonly string[] => spellings.get(tagKey(tag)) ?? [tagName(tag)]

/** Gives tags their spelling in the library, each once. Tags that are new to it keep the first spelling that they come in. */
export const speller = (dictionary: TagDictionary): ((tags: readonly string[]) => string[]) => {
  const fresh = new Map<string, string>()
  return tags => {
    const spelled = new Map<string, string>()
    for (const name of tags.map(tagName)) {
      const key = tagKey(name)
      if (name === '' || spelled.has(key)) continue
      const known = dictionary.spellings.get(key)?.[0] ?? fresh.get(key)
      if (known === undefined) fresh.set(key, name)
      spelled.set(key, known ?? name)
    }
    return [...spelled.values()]
  }
}

/** Changes the tags of links. What becomes of tags that are known by digest is another digest. */
export const retagger = (dictionary: TagDictionary, retag: Retag): ((tags: LinkTags) => LinkTags) => {
  const known = new Map<LinkTags, LinkTags>()
  return tags => {
    let after = known.get(tags)
    if (after === undefined) {
      const names = namesOf(dictionary, tags)
      after = names
        ? internTags(dictionary, retagged(names, retag))
        : hash('sha256', JSON.stringify([tags, retag]), 'base64url')
      known.set(tags, after)
    }
    return after
  }
}

/** The tags of a link; null where only their digest is known. */
export const namesOf = ({ names, lists }: TagDictionary, tags: LinkTags): string[] | null =>
  typeof tags === 'string' ? null : (lists[tags] ?? []).map(id => names[id] as string)

/** The tags of each link as events record them; null where only the digest of a list is known. */
export const tagsBefore = (
  dictionary: TagDictionary,
  links: readonly { readonly tags: LinkTags }[],
): TagsBefore | null => {
  const lists = new Map<LinkTags, string[] | null>()
  for (const { tags } of links) if (!lists.has(tags)) lists.set(tags, namesOf(dictionary, tags))
  const known = [...lists.values()].filter(list => list !== null)
  if (known.length < lists.size) return null
  return packTags(links.map(({ tags }) => lists.get(tags) ?? []))
}

/** Equal lists should be the same array: they are compared letter by letter otherwise. */
export const packTags = (lists: readonly (readonly string[])[]): TagsBefore => {
  const keys = new Map<readonly string[], string>()
  for (const list of lists) if (!keys.has(list)) keys.set(list, JSON.stringify(list))
  const places = numbered(lists.map(list => keys.get(list) as string))
  const distinct = [...places.keys()].map(key => JSON.parse(key) as string[])
  const ids = numbered(distinct.flat())
  return {
    names: [...ids.keys()],
    lists: distinct.map(list => list.map(name => ids.get(name) as number)),
    links: toRuns(lists.map(list => places.get(keys.get(list) as string) as number)),
  }
}

/** Numbers distinct values from 0 in the order in which they first occur. */
const numbered = (values: readonly string[]): Map<string, number> => {
  const numbers = new Map<string, number>()
  for (const value of values) if (!numbers.has(value)) numbers.set(value, numbers.size)
  return numbers
}
