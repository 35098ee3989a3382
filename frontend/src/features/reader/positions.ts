import { readStored, writeStored } from '../../lib/storage.ts'

/** Where reading stopped. */
export type Position = {
  /** Index of the block at the top of the screen. */
  block: number
  /** The part of that block above the top, 0 to 1. */
  within: number
  /** The part of the article read, 0 to 1. */
  read: number
}

/** Most positions stored; the oldest are dropped first. */
const POSITIONS_MAX = 300
/** A position is stored only when the part read is between these. */
const READ_MIN = 0.03
const READ_MAX = 0.97

const keyOf = (userId: string) => `reading:${userId}`

const all = (userId: string): [number, Position][] => {
  try {
    const stored: unknown = JSON.parse(readStored(keyOf(userId)) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

export const loadPosition = (userId: string, linkId: number): Position | null =>
  all(userId).find(([id]) => id === linkId)?.[1] ?? null

export const savePosition = (userId: string, linkId: number, position: Position): void => {
  const others = all(userId).filter(([id]) => id !== linkId)
  const isUnderway = position.read > READ_MIN && position.read < READ_MAX
  const kept: [number, Position][] = isUnderway ? [...others, [linkId, position]] : others
  writeStored(keyOf(userId), JSON.stringify(kept.slice(-POSITIONS_MAX)))
}

const BLOCKS = 'p, h2, h3, h4, li, pre, blockquote, figure, table, dt, dd'
/** Height of the reader's bar with some space. */
const TOP_PX = 80

/** The position that the screen shows now. */
export const measurePosition = (article: HTMLElement): Position => {
  const blocks = [...article.querySelectorAll(BLOCKS)]
  const block = blocks.findIndex(element => element.getBoundingClientRect().bottom > TOP_PX)
  const box = blocks[block]?.getBoundingClientRect()
  const within = box && box.height > 0 ? Math.max(0, (TOP_PX - box.top) / box.height) : 0
  return { block: Math.max(0, block), within: Math.round(within * 1000) / 1000, read: partRead(article) }
}

/** The part read: 0 at the top of the page, 1 when the article's end is on the screen. */
export const partRead = (article: HTMLElement): number => {
  const end = article.getBoundingClientRect().bottom + scrollY - innerHeight
  return end <= 0 ? 1 : Math.min(1, Math.max(0, scrollY / end))
}

export const scrollToPosition = (article: HTMLElement, { block, within }: Position): void => {
  const box = article.querySelectorAll(BLOCKS)[block]?.getBoundingClientRect()
  if (box) scrollTo({ top: scrollY + box.top + box.height * within - TOP_PX })
}
