/** The reader's place in a list of links. */
export type ListPosition = {
  /** The first link completely in view, its index in the list, and its distance from the top of the window in px. */
  readonly linkId: number
  readonly index: number
  readonly top: number
  /** How many links were loaded. */
  readonly loaded: number
}

type HistoryState = { list?: ListPosition } | null

/** Reads the position from the current history entry, where Back, Forward and a reload find it; null in a new entry. */
export const readPosition = (): ListPosition | null => (history.state as HistoryState)?.list ?? null

export const writePosition = (list: ListPosition | null): void => {
  const before = readPosition()
  if (before?.linkId === list?.linkId && before?.top === list?.top && before?.loaded === list?.loaded) return
  const { list: _, ...rest }: NonNullable<HistoryState> = (history.state as HistoryState) ?? {}
  history.replaceState(list ? { ...rest, list } : rest, '')
}
