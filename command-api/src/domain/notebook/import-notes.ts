import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { NotebookEvent } from '@lectern/contracts/events/notebook.ts'
import { exceeded } from './limits.ts'
import { bytesOfNote, countOf, type ImportedBatch, type Notebook } from './state.ts'

type Imported = Extract<NotebookEvent, { type: 'NotesImported' }>['data']

/** Batches come in order, those of a chunk from 0 on. `isGone`: the note's link is deleted. */
export type ImportNotes = {
  readonly type: 'ImportNotes'
  readonly importId: string
  readonly firstRow: number
  readonly batch: number
  readonly notes: readonly (Omit<Imported['notes'][number], 'noteId'> & {
    readonly row: number
    readonly isGone: boolean
  })[]
  /** The notes are those of links that were brought back. */
  readonly isReturn?: true
  /** The notes are those of a member who left. */
  readonly isLeft?: true
  readonly now: string
}

/** [] where the batch is recorded already. @throws Rejected bad-request where batches before it are missing */
export const importNotes = (command: ImportNotes, notebook: Notebook): NotebookEvent[] => {
  const { importId, firstRow, batch, isReturn, isLeft, now } = command
  const last = notebook.imports.get(importId)
  if (isRecorded(command, last)) return []
  if (batch !== (last?.firstRow === firstRow ? last.batch + 1 : 0)) throw new Rejected('bad-request')

  const notes: Imported['notes'] = []
  const failed: Imported['failed'] = []
  const takenOn = new Map<number, number>()
  let { bytes } = notebook
  for (const { row, isGone, ...note } of command.notes) {
    const { linkId } = note
    const noteId = notebook.nextNoteId + notes.length
    const ofLink = (takenOn.get(linkId) ?? countOf(notebook, { linkId, of: null })) + 1
    const totals = { notes: notebook.notes.size + notes.length + 1, ofLink, bytes: bytes + bytesOfNote(note) }
    const reason = isGone ? 'link-gone' : exceeded(totals)
    if (reason !== undefined) {
      failed.push({ row, linkId, reason })
      continue
    }
    notes.push({ noteId, ...note })
    takenOn.set(linkId, ofLink)
    bytes = totals.bytes
  }
  const how = { ...(isReturn && { isReturn }), ...(isLeft && { isLeft }) }
  const data = { importId, firstRow, batch, notes, failed, ...how, at: now }
  return [{ type: 'NotesImported', data }]
}

const isRecorded = ({ firstRow, batch }: ImportNotes, last: ImportedBatch | undefined): boolean =>
  last !== undefined && (firstRow < last.firstRow || (firstRow === last.firstRow && batch <= last.batch))
