/** Even rows of cards, as many as fit. */
export const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18.5rem),1fr))] gap-5'
export const ROWS = 'divide-y divide-line border-b border-line'
