import type { NotebookEvent } from '@lectern/contracts/events/notebook.ts'
import { type ByMember, ofLibrary } from './by-member.ts'
import { isOn, type Notebook } from './state.ts'

/** The links of these notes were handed over, and each is on this one now. Without `memberId` the links are of the own library. */
export type MoveNotes = ByMember & {
  readonly type: 'MoveNotes'
  readonly notes: readonly (readonly [noteId: number, linkId: number])[]
  readonly now: string
}

/** [] where they are there already. */
export const moveNotes = (command: MoveNotes, notebook: Notebook): NotebookEvent[] => {
  const { memberId = null, now } = command
  const notes = command.notes.flatMap(([noteId, linkId]): [number, number][] => {
    const note = notebook.notes.get(noteId)
    return note === undefined || isOn(note, { linkId, of: memberId }) ? [] : [[noteId, linkId]]
  })
  return notes.length === 0 ? [] : [{ type: 'NotesMoved', data: { notes, ...ofLibrary(command), at: now } }]
}
