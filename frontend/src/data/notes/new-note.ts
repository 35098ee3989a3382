import { NOTE_COLOR_DEFAULT } from '@lectern/contracts/notes.ts'
import { newKey } from '../../lib/api.ts'
import type { TakenNote } from '../acts/on-notes.ts'

type Taken = Pick<TakenNote, 'linkId' | 'type' | 'content'> & Partial<TakenNote>

/** The parameters of takeNote: `act('takeNote', newNote({ linkId, type, content }))`. */
export const newNote = (taken: Taken): TakenNote => ({
  clientId: newKey(),
  selectedText: null,
  color: NOTE_COLOR_DEFAULT,
  isPrivate: false,
  position: null,
  anchor: null,
  ...taken,
})
