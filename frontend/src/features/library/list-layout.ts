import type { View } from './use-view.ts'

/** The grid fits as many columns of cards as the width allows. */
export const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18.5rem),1fr))] gap-5'
export const ROWS = 'divide-y divide-line border-b border-line'

/** The smallest card width and the gap between cards. Both repeat the values in GRID. */
const CARD_MIN_REM = 18.5
export const GAP_PX = 20

/** The number of cards in a row. */
export const columnsOf = (view: View, width: number): number => {
  if (view === 'list') return 1
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  return Math.max(1, Math.floor((width + GAP_PX) / (CARD_MIN_REM * rem + GAP_PX)))
}

/** The estimated height of a row in px, used until the row is measured. */
export const estimateHeight = (view: View, width: number, columns: number): number => {
  if (view === 'list') return width < 600 ? 85 : 57
  const card = (width - GAP_PX * (columns - 1)) / columns
  return Math.round((card * 9) / 16 + 165)
}
