import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import type { ImportedRows, Lacks } from '@lectern/contracts/events/library-imports.ts'
import { toIdRanges } from '@lectern/contracts/id-ranges.ts'
import type { ImportRow, Shortened } from '@lectern/contracts/import-rows.ts'
import { TAGS_MAX } from '@lectern/contracts/limits.ts'
import { toRuns } from '@lectern/contracts/runs.ts'
import { tagKey, tagName } from '@lectern/contracts/tags.ts'
import type { collectionsFor } from './import-collections.ts'
import { bytesOfRetag } from './room.ts'
import type { Library } from './state.ts'
import { packTags, speller } from './tags.ts'

/** A duplicate is compared with these, and may add to them. */
type Place = Pick<ImportedRows['links'][number], 'tags' | 'collectionId'>
type Existing = Place & {
  readonly isFavorite: boolean
  readonly isArchived: boolean
  readonly savedAt: string
}

/** Characters of the tags that one event changes, before and after. The store takes 1,048,576 bytes an append. */
const CHARACTERS_MAX = 130_000

type Parts = {
  readonly collections: ReturnType<typeof collectionsFor>
  /** Rows add what their links lack. */
  readonly isWanted: boolean
  readonly spell: (tags: readonly string[]) => string[]
}

/** Compares the duplicates of a chunk with the links that are there, and adds their tags and folders where a person wants that. */
export const existingLinks = (library: Library, { collections, isWanted, spell }: Parts) => {
  const spelled = isWanted ? spell : speller(library.tags)
  const changed = new Map<number, { before: Place; link: Existing }>()
  let characters = 0

  const find = (linkId: number): Existing | undefined => {
    const known = changed.get(linkId)?.link
    const link = library.links.get(linkId)
    if (known || !link) return known
    const { favorite: isFavorite, archived: isArchived, collectionId } = link
    const savedAt = new Date(link.savedAt).toISOString()
    return { tags: [...link.tags], collectionId, isFavorite, isArchived, savedAt }
  }

  /** @returns memory that it takes; undefined where there is no room, or nothing to add */
  const addTo = (link: Existing, row: ImportRow, { lacks, room }: { lacks: Lacks; room: number }) => {
    const shortened: Shortened[] = []
    const isFree = link.collectionId === null
    const asTag = lacks.collection !== undefined && !isFree ? spelled([lacks.collection]) : []
    const more = [...new Set([...(lacks.tags ?? []), ...asTag])]
    const tags = [...link.tags, ...more.slice(0, Math.max(0, TAGS_MAX - link.tags.length))]
    if (tags.length < link.tags.length + more.length) shortened.push({ row: row.row, reason: 'tags' })
    const bytes = bytesOfRetag(library, link.tags, tags)
    const length = [...link.tags, ...tags].join().length
    if (bytes > room || characters + length > CHARACTERS_MAX) return undefined
    const collectionId = lacks.collection !== undefined && isFree ? collections.idOfRow(row) : null
    if (collectionId === undefined) shortened.push({ row: row.row, reason: 'no-collection' })
    if (tags.length === link.tags.length && collectionId == null)
      return { bytes: 0, isAdded: false, shortened }
    characters += length
    link.tags = tags
    link.collectionId = collectionId ?? link.collectionId
    return { bytes, isAdded: true, shortened }
  }

  return {
    /** Says what the link of a duplicate lacks, and adds it where that is wanted. @param fresh the link, where this chunk brings it */
    compare: (
      linkId: number,
      row: ImportRow,
      { fresh, room }: { fresh: Existing | undefined; room: number },
    ) => {
      const nothing = { lacks: undefined, isAdded: false, bytes: 0, shortened: [] as Shortened[] }
      const link = fresh ?? find(linkId)
      if (link === undefined) return nothing
      const lacks = lacksOf(link, row, { collections, tags: spelled(row.tags) })
      if (lacks === undefined) return nothing
      const before = { tags: link.tags, collectionId: link.collectionId }
      const added = isWanted ? addTo(link, row, { lacks, room }) : undefined
      if (added?.isAdded && !fresh)
        changed.set(linkId, { before: changed.get(linkId)?.before ?? before, link })
      return { ...nothing, lacks, ...added }
    },
    /** The event of the links that were there before the chunk and got something. */
    events: (importId: string, at: string): LibraryEvent[] => {
      const sorted = [...changed].toSorted(([a], [b]) => a - b)
      if (sorted.length === 0) return []
      const pack = (places: readonly Place[]) => ({
        tags: packTags(places.map(({ tags }) => tags)),
        collectionId: toRuns(places.map(({ collectionId }) => collectionId)),
      })
      const [after, before] = [
        sorted.map(([, { link }]) => link),
        sorted.map(([, { before }]) => before),
      ].map(pack) as [ReturnType<typeof pack>, ReturnType<typeof pack>]
      const links = toIdRanges(sorted.map(([linkId]) => linkId))
      return [{ type: 'ImportAdded', data: { importId, links, after, before, at } }]
    },
  }
}

const lacksOf = (
  link: Existing,
  row: ImportRow,
  { collections, tags: given }: Pick<Parts, 'collections'> & { readonly tags: readonly string[] },
): Lacks | undefined => {
  const has = new Set(link.tags.map(tagKey))
  const tags = given.filter(tag => !has.has(tagKey(tag)))
  const folder = collections.nameOfRow(row)
  const isThere =
    folder === null ||
    has.has(tagKey(tagName(folder))) ||
    collections.nameOf(link.collectionId)?.toLowerCase() === folder.toLowerCase()
  const { isFavorite, isArchived, savedAt } = row
  const lacks: Lacks = {
    ...(!isThere && { collection: folder }),
    ...(tags.length > 0 && { tags }),
    ...(isFavorite && !link.isFavorite && { isFavorite }),
    ...(isArchived && !link.isArchived && { isArchived }),
    ...(savedAt !== null && Date.parse(savedAt) !== Date.parse(link.savedAt) && { savedAt }),
  }
  return Object.keys(lacks).length > 0 ? lacks : undefined
}
