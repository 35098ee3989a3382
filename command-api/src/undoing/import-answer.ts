import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { UndoAnswer } from '@lectern/contracts/api/undo.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { unpack } from '@lectern/contracts/events/link-values.ts'
import { countIds, idsIn } from '@lectern/contracts/id-ranges.ts'
import type { Aggregates } from '../aggregates.ts'
import { planUndoing, type UndoImport, usedCollections } from '../domain/library/undo-import.ts'
import type { ShownTitles } from '../reading/shown-titles.ts'
import { type SavedNoteParts, savedNotes } from '../saved-note.ts'
import { nameLinks } from './answer.ts'

type Parts = Pick<Aggregates, 'libraries'> & SavedNoteParts & { readonly shownTitles: ShownTitles }

/** Characters of a note that an answer shows. */
const NOTE_SHOWN = 200

/**
 * What the undoing of an import did, or would do.
 * @param undone its event; undefined where later acts changed everything
 */
export const answerImportUndoing = async (
  parts: Parts,
  libraryId: string,
  { command, undone, atMost }: { command: UndoImport; undone: LibraryEvent | undefined; atMost: number },
): Promise<UndoAnswer> => {
  const { libraries, notebooks } = parts
  const counted = undone?.type === 'ImportUndone' ? undone.data : undefined
  const { left, used, edited } = await libraries.read(libraryId, library => {
    const { left, goes, back } = counted ? partsOf(counted) : planUndoing(command, library)
    const inUse = usedCollections(library, new Set(goes.links), back)
    const named = left.collections.map(id => ({ id, name: library.collections.get(id)?.name }))
    return {
      left,
      used: named.filter(({ id }) => inUse.has(id)),
      edited: named.filter(({ id }) => !inUse.has(id)),
    }
  })

  const noteIds = await notebooks.read(libraryId, ({ notes }) => left.notes.filter(id => notes.has(id)))
  const readNote = savedNotes(parts)
  const leftNotes = noteIds.slice(0, atMost).map(async id => {
    // A note may be deleted meanwhile.
    const note = await readNote(libraryId, id).catch(onlyRejected)
    return note ? [{ id, linkId: note.linkId, text: note.content.slice(0, NOTE_SHOWN).toWellFormed() }] : []
  })
  return {
    restoredCount: countIds(counted?.links ?? []),
    leftCount: left.links.length,
    left: await nameLinks(parts, { libraryId }, left.links, atMost),
    import: {
      noteCount: counted?.noteCount ?? 0,
      collectionCount: countIds(counted?.collections ?? []),
      takenBackCount: countIds(counted?.takenBack?.links ?? []),
      leftNoteCount: left.notes.length,
      leftNotes: (await Promise.all(leftNotes)).flat(),
      leftCollectionCount: edited.length,
      leftCollections: edited.filter(isNamed).slice(0, atMost),
      usedCollectionCount: used.length,
      usedCollections: used.filter(isNamed).slice(0, atMost),
    },
  }
}

/** The event takes away what goes, and leaves what is left. A preview's event was not appended, so its links are still there. */
const partsOf = ({
  links,
  left,
  takenBack,
}: Extract<LibraryEvent, { type: 'ImportUndone' }>['data']): Omit<
  ReturnType<typeof planUndoing>,
  'goes' | 'revisedNotes'
> & { goes: { links: number[] } } => ({
  goes: { links: [...idsIn(links)] },
  back: placesOf(takenBack),
  left: {
    links: [...idsIn(left.links)],
    notes: [...idsIn(left.notes)],
    collections: [...idsIn(left.collections)],
  },
})

type TakenBack = Extract<LibraryEvent, { type: 'ImportUndone' }>['data']['takenBack']

const placesOf = (takenBack: TakenBack): ReturnType<typeof planUndoing>['back'] => {
  if (takenBack === undefined) return new Map()
  const { tags = [], collectionId = [] } = unpack(takenBack.after)
  const links = [...idsIn(takenBack.links)]
  return new Map(links.map((id, n) => [id, { tags: tags[n] ?? [], collectionId: collectionId[n] ?? null }]))
}

/** A collection may be deleted meanwhile. */
const isNamed = <T extends { name?: string | undefined }>(of: T): of is T & { name: string } =>
  of.name !== undefined

const onlyRejected = (error: unknown): undefined => {
  if (!(error instanceof Rejected)) throw error
}
