import type { Note } from '@lectern/contracts/api/notes.ts'

export const aNote = (changes: Partial<Note> = {}): Note => ({
  id: 1,
  linkId: 1,
  type: 'highlight',
  content: 'the marked words',
  selectedText: changes.type === 'note' ? null : (changes.content ?? 'the marked words'),
  color: '#FBBF24',
  isPrivate: false,
  position: null,
  anchor: null,
  createdAt: '2026-07-04T10:00:00.000Z',
  updatedAt: '2026-07-04T10:00:00.000Z',
  ...changes,
})
