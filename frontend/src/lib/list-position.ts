/** Where in a list of links its reader is. */
export type ListPosition = {
  /** The first link that is wholly in view, where it stood in the list, and its distance from the window's top, px. */
  readonly linkId: number
  readonly index: number
  readonly top: number
  /** How many links were loaded. */
  readonly loaded: number
}

type HistoryState = { list?: ListPosition } | null

/** Of the history entry on the screen, so that Back, Forward and a reload find it again; null in a new entry. */
export const readPosition = (): ListPosition | null => (history.state as HistoryState)?.list ?? null

export const writePosition = (list: ListPosition | null): void => {
  const before = readPosition()
  if (before?.linkId === list?.linkId && before?.top === list?.top && before?.loaded === list?.loaded) return
  const { list: _, ...rest }: NonNullable<HistoryState> = (history.state as HistoryState) ?? {}
  history.replaceState(list ? { ...rest, list } : rest, '')
}
