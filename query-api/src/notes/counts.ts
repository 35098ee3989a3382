import type { NoteCounts } from '@lectern/contracts/api/notes.ts'
import type { ReadDb } from '../tables.ts'
import type { Notebook } from './elsewhere.ts'
import { matchingNotes } from './matches.ts'

/** How many notes of each type a search finds; all notes where `q` is empty. */
export const countByType = async (db: ReadDb, notebook: Notebook, q?: string): Promise<NoteCounts> => {
  const { notes: matching } = await matchingNotes(db, notebook, q)
  const rows = await matching
    .select('note.type')
    .select(({ fn }) => fn.countAll<string>().as('notes'))
    .groupBy('note.type')
    .execute()
  const counts: NoteCounts = { all: 0, note: 0, highlight: 0, quote: 0 }
  for (const { type, notes } of rows) {
    counts[type] = Number(notes)
    counts.all += Number(notes)
  }
  return counts
}
