import { patchOf } from '../acts/kinds.ts'
import { isLacking, type PendingAct } from '../acts/pending.ts'
import type { Note, NoteEntry, NoteList } from '../answers.ts'
import { compareIds, type Id } from '../id.ts'
import type { Reading } from '../reading.ts'

/** The order of GET /api/links/{id}/notes: by position, those without one last, then by date. */
const inOrder = (a: Note, b: Note): number =>
  (a.position?.start ?? Number.POSITIVE_INFINITY) - (b.position?.start ?? Number.POSITIVE_INFINITY) ||
  (a.position?.end ?? 0) - (b.position?.end ?? 0) ||
  Date.parse(a.createdAt) - Date.parse(b.createdAt) ||
  compareIds(a.id, b.id)

const lackingIn = (asOf: number, acts: readonly PendingAct[]): PendingAct[] =>
  acts.filter(pending => isLacking(asOf, pending))

/** The note after these acts; null when they delete it. */
const applyTo = (note: Note, acts: readonly PendingAct[]): Note | null => {
  let now: Note | null = note
  for (const { act } of acts) {
    const { note: change } = patchOf(act)
    if (change && now) now = change(now)
  }
  return now
}

/** The notes of a link with the acts that their reading may lack. Returns the list itself when they change nothing. */
export const foldNotes = (
  { data, asOf }: Reading<NoteList>,
  linkId: Id,
  acts: readonly PendingAct[],
): NoteList => {
  const lacking = lackingIn(asOf, acts)
  const there = new Set(data.map(({ id }) => id))
  const added = lacking.flatMap((pending, index) => {
    const { addsNote } = patchOf(pending.act)
    if (addsNote?.linkId !== linkId || there.has(addsNote.id)) return []
    return applyTo(addsNote, lacking.slice(index + 1)) ?? []
  })
  const kept = data.flatMap(note => applyTo(note, lacking) ?? [])
  if (added.length === 0 && kept.length === data.length && kept.every((note, n) => note === data[n]))
    return data
  return [...kept, ...added].sort(inOrder)
}

/** Entries of the Notes page with the changes and deletions that their reading may lack. New notes come with the next read. */
export const foldEntries = (
  entries: readonly NoteEntry[],
  asOf: number,
  acts: readonly PendingAct[],
): readonly NoteEntry[] => {
  const lacking = lackingIn(asOf, acts).filter(({ act }) => patchOf(act).note)
  if (lacking.length === 0) return entries
  return entries.flatMap(entry => {
    const note = applyTo(entry.note, lacking)
    if (note === entry.note) return entry
    return note ? { ...entry, note } : []
  })
}
