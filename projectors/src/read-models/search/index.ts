import { SEARCH_LANE } from '@lectern/contracts/read-model/lanes.ts'
import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import { dropLibrary } from '../closed.ts'
import { type ProjectedEvent, type Projection, runsOf } from '../projection.ts'
import { tellingMembers, tellOfArticles } from '../sharing/touched.ts'
import type { Tx } from '../transaction.ts'
import { moveBacklog } from './backlog.ts'
import { SearchBatch, waitsInBacklog } from './batch.ts'
import { isSearchBulk, searchChanged, writeSearchBulk } from './bulk.ts'
import { LINK_TABLES, writeSearchBatch } from './write.ts'

const isBulk = (event: ProjectedEvent) => event.kind === 'library' && isSearchBulk(event.event)

const write = async (tx: Tx, events: readonly ProjectedEvent[]): Promise<LibraryChange[]> => {
  const changes: LibraryChange[] = []
  for (const run of runsOf(events, isBulk)) {
    const [first] = run
    if (first?.kind === 'library' && isBulk(first))
      changes.push(...(await writeSearchBulk(tx, first.id, first.event)))
    else {
      const batch = new SearchBatch()
      for (const event of run) batch.add(event)
      const ofArticles = await writeSearchBatch(tx, batch)
      changes.push(...[...new Set([...batch.changedLibraries(), ...ofArticles])].map(searchChanged))
    }
  }
  return changes
}

/** The texts and words that searches look in. Flags and collections are not here: a search joins the links. */
export const search: Projection = {
  lane: SEARCH_LANE,
  isOf: stream => /^(library|article)-/.test(stream),
  project: async (tx, events) => {
    const articles = new Set(events.flatMap(read => (read.kind === 'article' ? [read.id] : [])))
    const changes = await tellingMembers(tx, events, () => write(tx, events), ['search'])
    return articles.size === 0 ? changes : [...changes, ...(await tellOfArticles(tx, articles, ['search']))]
  },
  drop: (tx, libraryId) => dropLibrary(tx, libraryId, SEARCH_LANE, [...LINK_TABLES, 'search_tag_names']),
  later: { isLeftBy: waitsInBacklog, doSome: moveBacklog },
}
