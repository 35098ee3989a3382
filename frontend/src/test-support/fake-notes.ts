import type { Note } from '@lectern/contracts/api/notes.ts'
import { aNote } from './server.ts'

type Written = { status: number; body: unknown }
const GONE: Written = { status: 404, body: { message: 'This note was not found.' } }

/** Notes as the server keeps them: one for each id that a client gave, however late, also after its deletion. */
export const createFakeNotes = (hasLink: (id: number) => boolean) => {
  const notes = new Map<number, Note>()
  const idsOfClients = new Map<string, number>()
  const take = (linkId: number, { clientId, ...taken }: Partial<Note> & { clientId: string }): Written => {
    const known = idsOfClients.get(clientId)
    if (!hasLink(linkId)) return { status: 404, body: { message: 'This article was not found.' } }
    if (known !== undefined) return notes.has(known) ? { status: 201, body: notes.get(known) } : GONE
    const id = idsOfClients.size + 1
    const at = new Date().toISOString()
    const note = aNote({ ...taken, id, linkId, createdAt: at, updatedAt: at })
    idsOfClients.set(clientId, id)
    notes.set(id, note)
    return { status: 201, body: note }
  }
  const revise = (id: number, { basedOn, ...changes }: Partial<Note> & { basedOn?: string }): Written => {
    const note = notes.get(id)
    if (!note) return GONE
    if (basedOn !== undefined && basedOn !== note.updatedAt && changes.content !== note.content)
      return { status: 409, body: { message: 'Changed.', error: 'Changed.', current: note } }
    const now = { ...note, ...changes, updatedAt: new Date(Date.parse(note.updatedAt) + 1).toISOString() }
    notes.set(id, now)
    return { status: 200, body: now }
  }
  return {
    all: (): Note[] => [...notes.values()],
    take,
    revise,
    remove: (id: number): Written => (notes.delete(id) ? { status: 200, body: { id } } : GONE),
    forgetLink: (linkId: number) => {
      for (const [id, note] of notes) if (note.linkId === linkId) notes.delete(id)
    },
  }
}
