import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'
import { ARTICLES_LANE, type Lane, laneOf, SEARCH_LANE } from '@lectern/platform/read-model/lanes.ts'
import { articles } from './articles.ts'
import { libraries } from './library.ts'
import type { Projection } from './projection.ts'
import { isSearched, search } from './search.ts'

/** The lane of what lists show that an event changes something in. */
export const shownLaneOf = ({ stream }: RecordedEvent): Lane | undefined => {
  if (stream.startsWith('library-')) return laneOf(stream.slice('library-'.length))
  return stream.startsWith('article-') ? ARTICLES_LANE : undefined
}

export const searchLaneOf = (event: RecordedEvent): Lane | undefined =>
  isSearched(event) ? SEARCH_LANE : undefined

export const projectionOf = (lane: Lane): Projection => {
  if (lane === ARTICLES_LANE) return articles
  return lane === SEARCH_LANE ? search : libraries
}
