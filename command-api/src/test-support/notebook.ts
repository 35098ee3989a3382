import type { NotebookEvent } from '@lectern/contracts/events/notebook.ts'
import type { ImportNotes } from '../domain/notebook/import-notes.ts'
import { type NotebookCommand, notebook, type TakeNote } from '../domain/notebook.ts'
import { givenOn } from './given.ts'

export const given = givenOn(notebook)

export const at = '2026-01-02T03:04:05.678Z'
export const later = '2026-02-03T04:05:06.789Z'
export const importId = '01980000-0000-7000-8000-000000000004'

export const NOTE = {
  linkId: 1,
  clientId: null,
  noteType: 'note',
  content: 'Read again',
  selectedText: null,
  color: '#FBBF24',
  isPrivate: false,
  position: null,
  anchor: null,
} as const

type Fields = Partial<Omit<TakeNote, 'type' | 'now'>>

export const take = (fields: Fields = {}): TakeNote => ({ type: 'TakeNote', ...NOTE, ...fields, now: at })
export const taken = (noteId: number, fields: Fields = {}): NotebookEvent => ({
  type: 'NoteTaken',
  data: { noteId, ...NOTE, ...fields, at },
})
export const revise = (
  noteId: number,
  fields: Omit<Extract<NotebookCommand, { type: 'ReviseNote' }>, 'type' | 'noteId' | 'now'>,
): NotebookCommand => ({ type: 'ReviseNote', noteId, ...fields, now: later })

const IMPORTED = {
  noteType: 'highlight',
  content: 'A road',
  selectedText: null,
  color: '#FBBF24',
  createdAt: at,
} as const
type ImportedFields = Partial<Omit<ImportNotes['notes'][number], 'row' | 'isGone' | 'linkId'>>

/** A note of row n on link n. */
export const row = (
  n: number,
  fields: ImportedFields = {},
  isGone = false,
): ImportNotes['notes'][number] => ({
  row: n,
  linkId: n,
  isGone,
  ...IMPORTED,
  ...fields,
})
export const importNotes = (
  firstRow: number,
  batch: number,
  ...notes: ImportNotes['notes']
): ImportNotes => ({ type: 'ImportNotes', importId, firstRow, batch, notes, now: later })

type ImportedData = Extract<NotebookEvent, { type: 'NotesImported' }>['data']
export const notesImported = (
  firstRow: number,
  batch: number,
  ids: readonly [noteId: number, linkId: number, fields?: ImportedFields][],
  failed: ImportedData['failed'] = [],
): NotebookEvent => ({
  type: 'NotesImported',
  data: {
    ...{ importId, firstRow, batch, failed },
    notes: ids.map(([noteId, linkId, fields]) => ({ noteId, linkId, ...IMPORTED, ...fields })),
    at: later,
  },
})
