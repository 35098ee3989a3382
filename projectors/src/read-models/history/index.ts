import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { HISTORY_LANE } from '@lectern/contracts/read-model/lanes.ts'
import { closedBy, dropLibrary, isClosing } from '../closed.ts'
import type { ReadModel } from '../read-model.ts'
import { HistoryBatch } from './batch.ts'
import { actClauses } from './clauses.ts'
import { nameClauses } from './names.ts'

const TABLES = ['acts', 'act_topics', 'act_months', 'history_names'] as const

/** Events that may undo an act. They look it up, so its row must be there. */
const MAY_UNDO: ReadonlySet<string> = new Set<LibraryEvent['type']>([
  ...(['ActUndone', 'CollectionEdited', 'CollectionDeleted', 'CollectionRestored', 'ImportUndone'] as const),
])

/** What happened in each library: one row for each act. The sentences are made at reading. */
export const history: ReadModel = {
  lanes: [HISTORY_LANE],
  laneOf: stream => (/^(library|notebook)-/.test(stream) ? HISTORY_LANE : undefined),
  isAlone: event => MAY_UNDO.has(event.type) || isClosing(event),
  write: (schema, events) => {
    const closed = events[0] && closedBy(events[0])
    if (closed !== undefined) return dropLibrary(schema, closed, HISTORY_LANE, TABLES)
    const batch = new HistoryBatch()
    for (const event of events) batch.add(event)
    return {
      name: 'history',
      clauses: [...actClauses(schema), ...nameClauses(schema, '$3', '$4')],
      values: batch.values(),
      changes: batch
        .changedLibraries()
        .map(libraryId => ({ libraryId, change: { what: [], history: true } })),
      isLarge: batch.isLarge,
    }
  },
}
