import { SEARCH_LANE } from '@lectern/contracts/read-model/lanes.ts'
import { closedBy, dropLibrary, isClosing } from '../closed.ts'
import type { ReadModel } from '../read-model.ts'
import { moveBacklog } from './backlog.ts'
import { SearchBatch } from './batch.ts'
import { isSearchBulk, LINK_TABLES, searchChanged, writeSearchBulk } from './bulk.ts'
import { backlogClauses, batchClauses } from './clauses.ts'

/** The texts and words that searches look in. Flags and collections are not here: a search joins the links. */
export const search: ReadModel = {
  lanes: [SEARCH_LANE],
  laneOf: stream => (/^(library|article)-/.test(stream) ? SEARCH_LANE : undefined),
  isAlone: event => isSearchBulk(event) || isClosing(event),
  write: (schema, events) => {
    const [first] = events
    const closed = first && closedBy(first)
    if (closed !== undefined)
      return dropLibrary(schema, closed, SEARCH_LANE, [...LINK_TABLES, 'search_tag_names'])
    if (first?.kind === 'library' && isSearchBulk(first.event))
      return writeSearchBulk(schema, first.id, first.event)
    const batch = new SearchBatch()
    for (const event of events) batch.add(event)
    const writes = {
      name: 'search',
      clauses: batchClauses(schema),
      values: [batch.saved, batch.deleted, batch.articles].map(json),
      changes: batch.changedLibraries().map(searchChanged),
      // Any number of links may have an article.
      isLarge: batch.articles.size > 0,
    }
    if (batch.imported.size === 0) return writes
    return {
      ...writes,
      name: 'search-imported',
      clauses: [...writes.clauses, ...backlogClauses(schema)],
      values: [...writes.values, json(batch.imported)],
      isLarge: true,
    }
  },
  later: { isLeftBy: ({ type }) => type === 'LinksImported', doSome: moveBacklog },
}

const json = (items: Map<string, object>): string => JSON.stringify([...items.values()])
