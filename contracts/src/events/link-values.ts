import { valuesIn } from '../runs.ts'
import type { LinkFields } from './effects.ts'
import type { LinkTexts, LinkValues } from './library.ts'
import type { TagsBefore } from './library-fields.ts'

/** For each field, one value for each of some links, in ascending order of ids. Texts are those of a single link. */
export type Values = {
  readonly isFavorite?: readonly boolean[]
  readonly isArchived?: readonly boolean[]
  readonly collectionId?: readonly (number | null)[]
  readonly tags?: readonly (readonly string[])[]
  readonly texts?: LinkTexts
}

export const unpack = ({ isFavorite, isArchived, collectionId, tags, texts }: LinkValues): Values => ({
  ...(isFavorite && { isFavorite: Array.from(valuesIn(isFavorite), Boolean) }),
  ...(isArchived && { isArchived: Array.from(valuesIn(isArchived), Boolean) }),
  ...(collectionId && { collectionId: [...valuesIn(collectionId)] }),
  ...(tags && { tags: unpackTags(tags) }),
  ...(texts && { texts }),
})

/** The list of each link. Equal lists are the same array. */
export const unpackTags = ({ names, lists, links }: TagsBefore): string[][] => {
  const named = lists.map(list => list.map(place => names[place] as string))
  return Array.from(valuesIn(links), place => named[place] ?? [])
}

/** The values of the link at a place. */
export const valuesAt = (values: Values, place: number): Partial<LinkFields> => {
  const { isFavorite, isArchived, collectionId, tags, texts } = values
  return {
    ...(isFavorite && { isFavorite: isFavorite[place] as boolean }),
    ...(isArchived && { isArchived: isArchived[place] as boolean }),
    ...(collectionId && { collectionId: collectionId[place] as number | null }),
    ...(tags && { tags: [...(tags[place] ?? [])] }),
    ...(texts && { texts }),
  }
}
