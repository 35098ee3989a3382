import type { Note } from '@lectern/contracts/api/notes.ts'
import { v7 as uuidv7 } from 'uuid'
import { issuedBySystem } from '../aggregate/issued.ts'
import type { Aggregates } from '../aggregates.ts'
import type { ImportNotes } from '../domain/notebook/import-notes.ts'
import { type SavedNoteParts, savedNotes } from '../saved-note.ts'
import type { People } from './people.ts'

export type LeaveNotesParts = Pick<Aggregates, 'libraries'> &
  SavedNoteParts & { readonly people: Pick<People, 'personOf'> }

/** Who left a collection, and the event that says so. */
export type Left = {
  readonly eventId: string
  readonly collectionId: number
  readonly memberId: string
  readonly at: string
}

/** Policies go on after a crash much sooner. After a restore they see older events again, whose notes were left then. */
const LEFT_DAYS = 8
const DAY_MS = 86_400_000

/**
 * Copies the notes that a member shared in a collection into the notebook of its owner, without a name, each in an import of the event's
 * id. The member's own then are shared no more, so that nobody sees them twice if the member comes back. It may be repeated: a note that
 * is copied is known by its number, and the last of them by the notebook.
 * @returns how many the notebook of the owner has
 */
export const leaveNotes = async (
  { libraries, people, ...parts }: LeaveNotesParts,
  libraryId: string,
  { eventId, collectionId, memberId, at }: Left,
): Promise<number> => {
  if (Date.now() - Date.parse(at) > LEFT_DAYS * DAY_MS) return 0
  const { notebooks } = parts
  const writer = await people.personOf(memberId)
  if (writer === undefined) return 0
  const shared = await notebooks.read(writer.libraryId, ({ notes }) =>
    [...notes].flatMap(([id, { of, isShared, linkId }]) =>
      of === memberId && isShared ? [[id, linkId] as const] : [],
    ),
  )
  // Who came back already keeps them.
  const inside = await libraries.read(libraryId, ({ links, members }) =>
    members.get(collectionId)?.has(memberId)
      ? []
      : shared.filter(([, linkId]) => links.get(linkId)?.collectionId === collectionId),
  )
  const readNote = savedNotes(parts)
  for (const [noteId] of inside.toSorted(([one], [other]) => one - other)) {
    const now = new Date().toISOString()
    const notes = [copyOf(await readNote(writer.libraryId, noteId))]
    const place = { importId: eventId, firstRow: noteId, batch: 0, isReturn: true, isLeft: true } as const
    const copy = { type: 'ImportNotes', ...place, notes, now } as const
    const { events } = await notebooks.handle(libraryId, copy, issuedBySystem(uuidv7()))
    // Without room it stays the writer's.
    if (events.some(({ type, data }) => type === 'NotesImported' && data.failed.length > 0)) continue
    const revise = { type: 'ReviseNote', noteId, isShared: false, now } as const
    await notebooks.handle(writer.libraryId, revise, issuedBySystem(uuidv7()))
  }
  return notebooks.read(
    libraryId,
    ({ notes }) => [...notes.values()].filter(({ importId }) => importId === eventId).length,
  )
}

const copyOf = ({ id, type, position, anchor, shared: _, ...note }: Note): ImportNotes['notes'][number] => ({
  ...{ row: id, isGone: false, noteType: type },
  ...{ linkId: note.linkId, content: note.content, selectedText: note.selectedText, color: note.color },
  ...{ createdAt: note.createdAt, updatedAt: note.updatedAt },
  ...(position && { position }),
  ...(anchor && { anchor }),
})
