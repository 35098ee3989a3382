import type { NoteCounts } from '@lectern/contracts/api/notes.ts'
import { fold } from '@lectern/contracts/fold.ts'
import { patchOf } from '../acts/kinds.ts'
import type { PendingAct } from '../acts/pending.ts'
import type { Link, NoteEntry, NoteList } from '../answers.ts'
import { compareIds } from '../id.ts'
import { foldEntries, foldNotes } from '../notes/fold.ts'
import { type NoteFilters, noteKeys } from '../notes/keys.ts'
import type { NotePages } from '../notes/queries.ts'
import { type RememberedAnswer, readRememberedOfKind } from './store.ts'

/** Every note that the device keeps with its link, the newest first. `at`: when the latest of them was seen. */
export const readNotesOnDevice = async (
  userId: string,
  links: readonly Link[],
): Promise<{ entries: NoteEntry[]; at: string } | undefined> => {
  const lists = (await readRememberedOfKind(
    userId,
    noteKeys.lists[0] as 'notes',
  )) as RememberedAnswer<NotePages>[]
  const ofLinks = (await readRememberedOfKind(
    userId,
    noteKeys.ofLinks[0] as 'notes-of',
  )) as RememberedAnswer<NoteList>[]
  const linkOf = new Map(links.map(link => [link.id, link]))
  const readings = [
    ...lists.map(({ queryKey, data, at }) => {
      const { type } = queryKey[1] as NoteFilters
      // Notes of this type that are not older than the last one here would be here.
      const since = data.entries.at(-1)?.note.createdAt ?? ''
      const replaces = ({ note }: NoteEntry) =>
        (type === null || note.type === type) && note.createdAt >= since
      return { entries: data.entries, replaces, at }
    }),
    ...ofLinks.map(({ queryKey, data, at }) => {
      const link = linkOf.get(queryKey[1] as number)
      const replaces = ({ note }: NoteEntry) => note.linkId === queryKey[1]
      return { entries: link ? data.map(note => ({ note, link: shownOf(link) })) : [], replaces, at }
    }),
  ].sort((a, b) => a.at.localeCompare(b.at))
  const latest = readings.at(-1)
  if (!latest) return undefined
  const entries = readings.reduce<NoteEntry[]>(
    (entries, reading) => [...entries.filter(entry => !reading.replaces(entry)), ...reading.entries],
    [],
  )
  const byId = new Map(entries.map(entry => [entry.note.id, entry]))
  return { entries: newestFirst([...byId.values()]), at: latest.at }
}

const shownOf = ({ title, url, previewImage, siteName }: Link): NoteEntry['link'] => ({
  title,
  url,
  previewImage,
  siteName,
})

const newestFirst = (entries: NoteEntry[]): NoteEntry[] =>
  entries.sort(
    ({ note: a }, { note: b }) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || compareIds(b.id, a.id),
  )

/** The entries after the person's waiting acts, with the notes that they take. */
export const entriesWithActs = (
  entries: readonly NoteEntry[],
  links: readonly Link[],
  acts: readonly PendingAct[],
): NoteEntry[] => {
  const there = new Set(entries.map(({ note }) => note.id))
  const noted = new Set(acts.flatMap(({ act }) => patchOf(act).addsNote?.linkId ?? []))
  const taken = links
    .filter(({ id }) => noted.has(id))
    .flatMap(link =>
      foldNotes({ data: [], asOf: 0 }, link.id, acts).flatMap(note =>
        there.has(note.id) ? [] : { note, link: shownOf(link) },
      ),
    )
  return newestFirst([...foldEntries(entries, 0, acts), ...taken])
}

/** The entries under these filters: each word is in the note, in its selected text or in the title of its link. */
export const filterEntries = (entries: readonly NoteEntry[], { type, q }: NoteFilters): NoteEntry[] => {
  const words = fold(q)
    .split(' ')
    .filter(word => word !== '')
  return entries.filter(({ note, link }) => {
    const texts = [note.content, note.selectedText ?? '', link.title].map(fold)
    return (
      (type === null || note.type === type) && words.every(word => texts.some(text => text.includes(word)))
    )
  })
}

export const countEntries = (entries: readonly NoteEntry[]): NoteCounts => {
  const of = (type: string) => entries.filter(({ note }) => note.type === type).length
  return { all: entries.length, note: of('note'), highlight: of('highlight'), quote: of('quote') }
}
