/** Libraries are spread over two lanes, so that one person's act on 50,000 links holds back half of the others at most. */
export const LIBRARY_LANES = ['0', '1'] as const
export const ARTICLES_LANE = 'articles'
/** The lanes behind lists and the reader. */
export const SHOWN_LANES = [...LIBRARY_LANES, ARTICLES_LANE] as const
/** The lane behind searches. Its indexes are costly to write, so it may trail by seconds where lists do not. */
export const SEARCH_LANE = 'search'
/** The lane behind the history. */
export const HISTORY_LANE = 'history'
export const LANES = [...SHOWN_LANES, SEARCH_LANE, HISTORY_LANE] as const
export type Lane = (typeof LANES)[number]

/** FNV-1a of a library's id. */
export const hashOf = (libraryId: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < libraryId.length; i += 1)
    hash = Math.imul(hash ^ libraryId.charCodeAt(i), 0x01000193) >>> 0
  return hash
}

/**
 * The lane that projects a library, by the hash of its id. Checkpoints depend on it, so another function, or another number of
 * lanes, needs the next READ_VERSION.
 */
export const laneOf = (libraryId: string): (typeof LIBRARY_LANES)[number] =>
  LIBRARY_LANES[hashOf(libraryId) % LIBRARY_LANES.length] ?? '0'
