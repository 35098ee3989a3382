import type { TagsBefore } from '@lectern/contracts/events/library-fields.ts'
import { toRuns } from '@lectern/contracts/runs.ts'
import { type Retag, retagged, tagKey, tagName } from '@lectern/contracts/tags.ts'
import { bytesOfText } from './text-bytes.ts'

/** The tags that the links of a library have. A name without links goes. */
export type TagNames = {
  /** How many links have each name, which is one string for all of them. */
  readonly names: Map<string, { readonly name: string; links: number }>
  /** The names of each key (tagKey). New links take the first. */
  readonly spellings: Map<string, Set<string>>
  /** Approximate size in memory. */
  bytes: number
}

/** Measured: a name and its key, without their characters. */
const BYTES_A_NAME = 400

export const noNames = (): TagNames => ({ names: new Map(), spellings: new Map(), bytes: 0 })

export const bytesOfName = (name: string): number => BYTES_A_NAME + 2 * bytesOfText(name)

/** The tags of one more link. Each name counts once, also where old events have it twice. */
export const addTags = (known: TagNames, tags: readonly string[]): void => {
  for (const name of new Set(tags)) {
    const found = known.names.get(name)
    if (found === undefined) addName(known, name, 1)
    else found.links += 1
  }
}

/** Adds a new name, after the other spellings of its key. */
export const addName = (known: TagNames, name: string, links: number): void => {
  known.names.set(name, { name, links })
  const spellings = known.spellings.get(tagKey(name))
  if (spellings === undefined) known.spellings.set(tagKey(name), new Set([name]))
  else spellings.add(name)
  known.bytes += bytesOfName(name)
}

/** The tags of a link that has them no more. */
export const removeTags = (known: TagNames, tags: readonly string[]): void => {
  for (const name of new Set(tags)) {
    const found = known.names.get(name)
    if (found === undefined) continue
    found.links -= 1
    if (found.links > 0) continue
    known.names.delete(name)
    const spellings = known.spellings.get(tagKey(name))
    spellings?.delete(name)
    if (spellings?.size === 0) known.spellings.delete(tagKey(name))
    known.bytes -= bytesOfName(name)
  }
}

const NONE: readonly string[] = []

/** Gives links the same tags, of the strings that other links have. Those that come with one array share one. */
export const sharer = ({ names }: TagNames): ((tags: readonly string[]) => readonly string[]) => {
  const known = new Map<readonly string[], readonly string[]>()
  return tags => {
    if (tags.length === 0) return NONE
    const list = known.get(tags) ?? tags.map(tag => names.get(tag)?.name ?? tag)
    known.set(tags, list)
    return list
  }
}

export const areSame = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((tag, n) => tag === b[n]))

/** Makes a name of links the one that new links take. */
export const respell = ({ names, spellings }: TagNames, name: string): void => {
  const known = spellings.get(tagKey(name))
  if (known && names.has(name)) spellings.set(tagKey(name), new Set([name, ...known]))
}

/** After an undo that gave links another spelling back: new links take it, too. */
export const respellBack = (
  known: TagNames,
  before: readonly string[],
  restored: readonly string[],
): void => {
  for (const name of before) {
    const [first, ...others] = spellingsOf(known, name)
    const back = others.find(other => restored.includes(other))
    if (name === first && back !== undefined && !restored.includes(name)) respell(known, back)
  }
}

/** Every spelling of a tag that links have; a tag that none has is as given. */
export const spellingsOf = ({ spellings }: Pick<TagNames, 'spellings'>, tag: string): readonly string[] => [
  ...(spellings.get(tagKey(tag)) ?? [tagName(tag)]),
]

/** Gives tags their spelling in the library, each once. Tags that are new to it keep the first spelling that they come in. */
export const speller = ({ spellings }: TagNames): ((tags: readonly string[]) => string[]) => {
  const fresh = new Map<string, string>()
  return tags => {
    const spelled = new Map<string, string>()
    for (const name of tags.map(tagName)) {
      const key = tagKey(name)
      if (name === '' || spelled.has(key)) continue
      const [known = fresh.get(key)] = spellings.get(key) ?? []
      if (known === undefined) fresh.set(key, name)
      spelled.set(key, known ?? name)
    }
    return [...spelled.values()]
  }
}

/** Changes the tags of links. Links that share an array share it afterwards. */
export const retagger = (retag: Retag): ((tags: readonly string[]) => readonly string[]) => {
  const known = new Map<readonly string[], readonly string[]>()
  return tags => {
    const after = known.get(tags) ?? retagged(tags, retag)
    known.set(tags, after)
    return after
  }
}

/** The tags of each of some links as events record them. Equal lists should be the same array: packing them is faster. */
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
