import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { HISTORY_LANE } from '@lectern/contracts/read-model/lanes.ts'
import { dropLibrary } from '../closed.ts'
import { type ProjectedEvent, type Projection, runsOf } from '../projection.ts'
import { tellingMembers } from '../sharing/touched.ts'
import { json, type Tx } from '../transaction.ts'
import { HistoryBatch } from './batch.ts'
import { writeNames } from './names.ts'
import { addImported, writeActs } from './write.ts'

const TABLES = ['acts', 'act_topics', 'act_months', 'history_names', 'earlier_names'] as const

/** Events that may undo an act. They look it up, so its row must be there. */
const MAY_UNDO: ReadonlySet<string> = new Set<LibraryEvent['type']>([
  ...(['ActUndone', 'CollectionEdited', 'CollectionDeleted', 'CollectionRestored', 'ImportUndone'] as const),
  'LinksDeleted',
])
const mayUndo = (event: ProjectedEvent) => event.kind === 'library' && MAY_UNDO.has(event.event.type)

/** What happened in each library: one row for each act. The sentences are made at reading. */
export const history: Projection = {
  lane: HISTORY_LANE,
  isOf: stream => /^(library|notebook|article)-/.test(stream),
  project: async (tx, events) => {
    return tellingMembers(tx, events, async () => {
      const changed = new Set<string>()
      for (const run of runsOf(events, mayUndo))
        for (const libraryId of await writeBatch(tx, run)) changed.add(libraryId)
      return [...changed].map(libraryId => ({ libraryId, change: { what: [], history: true } }))
    })
  },
  drop: (tx, libraryId) => dropLibrary(tx, libraryId, HISTORY_LANE, TABLES),
}

/** @returns the ids of the libraries that have something new */
const writeBatch = async (tx: Tx, events: readonly ProjectedEvent[]): Promise<string[]> => {
  const batch = new HistoryBatch()
  for (const event of events) batch.add(event)
  const { acts, imported } = batch.rows()
  if (acts.length > 0) await writeActs(tx, json(acts))
  if (imported.length > 0) await addImported(tx, json(imported))
  await writeNames(tx, batch.names)
  await batch.titles.write(tx)
  return batch.changedLibraries()
}
