import { ARTICLES_LANE, SEARCH_LANE, TABS_LANE } from '@lectern/contracts/read-model/lanes.ts'
import { namedLinks } from '../named-links.ts'
import { NOTHING, type ReadModel } from '../read-model.ts'
import { findLinksOf } from '../search/links-of-articles.ts'

/**
 * Tells open tabs of every event of an article of theirs, once lists show it and searches find it. The lane writes no rows. Its
 * checkpoint moves in the statement that notifies, so neither a failure nor a crash loses the message.
 */
export const tabs: ReadModel = {
  lanes: [TABS_LANE],
  laneOf: stream => (stream.startsWith('article-') ? TABS_LANE : undefined),
  isAlone: () => false,
  write: () => NOTHING,
  tellsAfter: [ARTICLES_LANE, SEARCH_LANE],
  lookUpChanges: async (pool, schema, events) => {
    const found = await findLinksOf(
      pool,
      schema,
      events.flatMap(event => (event.kind === 'article' ? [event.id] : [])),
    )
    return found.map(({ libraryId, linkIds }) => ({
      libraryId,
      change: { what: ['extraction', 'search'], ...namedLinks(linkIds) },
    }))
  },
}
