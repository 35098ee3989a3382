import {
  ARTICLES_LANE,
  type Lane,
  laneOf,
  SEARCH_LANE,
  TABS_LANE,
} from '@lectern/contracts/read-model/lanes.ts'
import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'
import { articles } from './articles.ts'
import { libraries } from './library.ts'
import type { Projection } from './projection.ts'
import { isSearched, search } from './search.ts'
import { tabs } from './tabs.ts'

/** The lanes that an event changes something in, but for the one of searches. */
export const shownLanesOf = ({ stream }: RecordedEvent): readonly Lane[] => {
  if (stream.startsWith('library-')) return [laneOf(stream.slice('library-'.length))]
  return stream.startsWith('article-') ? [ARTICLES_LANE, TABS_LANE] : []
}

export const searchLanesOf = (event: RecordedEvent): readonly Lane[] =>
  isSearched(event) ? [SEARCH_LANE] : []

export const projectionOf = (lane: Lane): Projection => {
  switch (lane) {
    case ARTICLES_LANE:
      return articles
    case SEARCH_LANE:
      return search
    case TABS_LANE:
      return tabs
    default:
      return libraries
  }
}
