import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { UndoAnswer } from '@lectern/contracts/api/undo.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { countIds, idsIn } from '@lectern/contracts/id-ranges.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Aggregates } from '../aggregates.ts'
import { planUndoing, type UndoImport } from '../domain/library/undo-import.ts'
import { savedNotes } from '../saved-note.ts'
import { nameLinks } from './answer.ts'

type Parts = Pick<Aggregates, 'libraries' | 'notebooks'> & { readonly store: EventStore }

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
  const { libraries, notebooks, store } = parts
  const counted = undone?.type === 'ImportUndone' ? undone.data : undefined
  const left = counted
    ? {
        links: [...idsIn(counted.left.links)],
        notes: [...idsIn(counted.left.notes)],
        collections: [...idsIn(counted.left.collections)],
      }
    : await libraries.read(libraryId, library => planUndoing(command, library).left)

  const noteIds = await notebooks.read(libraryId, ({ notes }) => left.notes.filter(id => notes.has(id)))
  const readNote = savedNotes(store, notebooks)
  const leftNotes = noteIds.slice(0, atMost).map(async id => {
    // A note may be deleted meanwhile.
    const note = await readNote(libraryId, id).catch(onlyRejected)
    return note ? [{ id, linkId: note.linkId, text: note.content.slice(0, NOTE_SHOWN).toWellFormed() }] : []
  })
  const leftCollections = await libraries.read(libraryId, ({ collections }) =>
    left.collections.flatMap(id => {
      const found = collections.get(id)
      return found ? [{ id, name: found.name }] : []
    }),
  )
  return {
    restoredCount: countIds(counted?.links ?? []),
    leftCount: left.links.length,
    left: await nameLinks(parts, libraryId, left.links, atMost),
    import: {
      noteCount: counted?.noteCount ?? 0,
      collectionCount: countIds(counted?.collections ?? []),
      leftNoteCount: left.notes.length,
      leftNotes: (await Promise.all(leftNotes)).flat(),
      leftCollectionCount: left.collections.length,
      leftCollections: leftCollections.slice(0, atMost),
    },
  }
}

const onlyRejected = (error: unknown): undefined => {
  if (!(error instanceof Rejected)) throw error
}
