import { Note } from '@lectern/contracts/api/notes.ts'
import type { Note as ClientNote } from '../data/answers.ts'

export const aNote = (changes: Partial<ClientNote> = {}): Note =>
  Note.parse({
    id: 1,
    linkId: 1,
    type: 'note',
    content: 'Read this twice.',
    selectedText: null,
    color: '#fbbf24',
    isPrivate: false,
    position: null,
    anchor: null,
    createdAt: '2026-07-03T09:41:00.000Z',
    updatedAt: '2026-07-03T09:41:00.000Z',
    ...changes,
  })

/** A highlight whose content is the marked words. */
export const aHighlight = (changes: Partial<ClientNote> = {}): Note => {
  const content = changes.content ?? 'the marked words'
  return aNote({ type: 'highlight', content, selectedText: content, ...changes })
}
