import type { UndoAnswer } from '@lectern/contracts/api/undo.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { countIds, idsIn } from '@lectern/contracts/id-ranges.ts'
import type { Aggregates } from '../aggregates.ts'
import { sees } from '../domain/library/sharing/seen.ts'
import { leftBy, type UndoAct } from '../domain/library/undo.ts'
import type { CollectionField } from '../domain/library/undo-collection.ts'
import type { ShownTitles } from '../reading/shown-titles.ts'

type Parts = Pick<Aggregates, 'libraries'> & { readonly shownTitles: ShownTitles }
type Outcome = {
  readonly restoredCount: number
  readonly left: readonly number[]
  readonly leftFields?: readonly CollectionField[]
  readonly isDeletion?: true
  /** Without a name it kept the one that it has. */
  readonly collection?: { readonly id: number; readonly name: string | undefined }
}

/** A library and, in that of somebody else, the caller's id there. */
export type Place = { readonly libraryId: string; readonly by?: string | undefined }

/** Ids that are looked up for each link that an answer names: links may be gone. */
const LOOKED_UP = 10

/** The titles of the first of these links that are there. */
export const nameLinks = async (
  { libraries, shownTitles }: Parts,
  { libraryId, by }: Place,
  linkIds: Iterable<number>,
  atMost: number,
): Promise<UndoAnswer['left']> => {
  const now = new Date().toISOString()
  const some = [...linkIds].slice(0, LOOKED_UP * atMost)
  const found = await libraries.read(libraryId, library =>
    some
      .flatMap(id => {
        const link = library.links.get(id)
        const isSeen = by === undefined || sees(library, by, id, now)
        return link && isSeen ? [{ id, texts: link.texts }] : []
      })
      .slice(0, atMost),
  )
  const titles = await shownTitles(found.map(({ texts }) => texts))
  return found.map(({ id }, n) => ({ id, title: titles[n] ?? '' }))
}

/**
 * What an undoing did, or would do.
 * @param undone its event; undefined where later acts changed everything
 */
export const answerUndo = async (
  parts: Parts,
  place: Place,
  { command, undone, atMost }: { command: UndoAct; undone: LibraryEvent | undefined; atMost: number },
): Promise<UndoAnswer> => {
  const { libraryId } = place
  // The links are of another library, and its owner may show them no more.
  const isOnOthers = command.known.event.type === 'SharedLinksFlagged'
  const outcome = undone
    ? outcomeOf(undone, command.known.event)
    : await parts.libraries.read(libraryId, (library): Outcome => {
        const { links, fields } = leftBy({ ...command, by: place.by }, library)
        return { restoredCount: 0, left: links, leftFields: fields }
      })
  const { restoredCount, left, leftFields = [], isDeletion, collection } = outcome
  const nameNow = () =>
    parts.libraries.read(libraryId, ({ collections }) => collections.get(collection?.id ?? 0)?.name ?? '')
  return {
    restoredCount,
    leftCount: left.length,
    left: isOnOthers ? [] : await nameLinks(parts, place, left, atMost),
    ...(collection && { collection: { id: collection.id, name: collection.name ?? (await nameNow()) } }),
    ...(leftFields.length > 0 && { leftFields: [...leftFields] }),
    ...(isDeletion && { isDeletion }),
  }
}

/** The answer depends on events alone, so a repeated request has the same. */
const outcomeOf = ({ type, data }: LibraryEvent, act: LibraryEvent): Outcome => {
  switch (type) {
    case 'ActUndone':
      return {
        restoredCount: data.changes.reduce((sum, { links }) => sum + countIds(links), 0),
        left: [...idsIn(data.left)],
      }
    case 'SharedLinksFlagged': {
      const inside = new Set(idsIn(data.links))
      const were = act.type === 'SharedLinksFlagged' ? [...idsIn(act.data.links)] : []
      return { restoredCount: inside.size, left: were.filter(linkId => !inside.has(linkId)) }
    }
    case 'LinksDeleted':
      return { restoredCount: countIds(data.links), left: [...idsIn(data.left ?? [])], isDeletion: true }
    case 'CollectionRestored': {
      const collection = { id: data.collectionId, name: data.name }
      return { restoredCount: countIds(data.links), left: [...idsIn(data.left)], collection }
    }
    case 'CollectionEdited': {
      const changed = act.type === 'CollectionEdited' ? act.data.changes : {}
      const leftFields = (['name', 'description', 'color'] as const).filter(
        field => changed[field] !== undefined && data.changes[field] === undefined,
      )
      const collection = { id: data.collectionId, name: data.changes.name }
      return { restoredCount: 0, left: [], collection, leftFields }
    }
    case 'CollectionDeleted': {
      const inside = new Set(idsIn(data.before?.links ?? []))
      const were = act.type === 'CollectionRestored' ? [...idsIn(act.data.links)] : []
      const left = were.filter(linkId => !inside.has(linkId))
      const collection = { id: data.collectionId, name: data.before?.name }
      return { restoredCount: inside.size, left, collection }
    }
    default:
      throw new Error(`An undoing led to ${type}`)
  }
}
