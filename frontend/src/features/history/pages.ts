import type { HistoryAct, HistoryPage } from '@lectern/contracts/api/history.ts'

/** Acts of one request, or what is left of them. May be empty: the server looks through a bounded number of acts. */
type Page = {
  /** The cursor that asks for them again; null for the newest ones. */
  readonly cursor: string | null
  readonly acts: readonly HistoryAct[]
  /** When the request began, ms of performance.now(). */
  readonly asOf: number
}

/** The loaded part of the history, newest first. */
export type Pages = {
  readonly pages: readonly Page[]
  /** null: the oldest act is loaded. */
  readonly nextCursor: string | null
}

const pageOf = (cursor: string | null, { acts }: HistoryPage, asOf: number): Page => ({ cursor, acts, asOf })

export const firstPage = (page: HistoryPage, asOf: number): Pages => ({
  pages: [pageOf(null, page, asOf)],
  nextCursor: page.nextCursor,
})

/** Appends the page that was asked for with this cursor. Returns the same pages where another one follows by now. */
export const withNext = (loaded: Pages, cursor: string, page: HistoryPage, asOf: number): Pages =>
  loaded.nextCursor === cursor
    ? { pages: [...loaded.pages, pageOf(cursor, page, asOf)], nextCursor: page.nextCursor }
    : loaded

/** Puts what was read again in place of the page of this cursor. */
export const withPageAgain = (loaded: Pages, cursor: string, page: HistoryPage, asOf: number): Pages => {
  const at = loaded.pages.findIndex(each => each.cursor === cursor)
  if (at < 0) return loaded
  return { ...loaded, pages: loaded.pages.with(at, pageOf(cursor, page, asOf)) }
}

/**
 * Puts the newest acts above the loaded ones, of which it keeps what is older.
 * @returns undefined where acts are missing between them, so that the next page is needed first
 */
export const withHead = (loaded: Pages, head: Pages): Pages | undefined => {
  if (head.nextCursor === null) return head
  const oldest = head.pages.findLast(({ acts }) => acts.length > 0)?.acts.at(-1)?.id
  const at = loaded.pages.findIndex(({ acts }) => acts.some(({ id }) => id === oldest))
  const cut = loaded.pages[at]
  if (!cut) return undefined
  const older = cut.acts.slice(cut.acts.findIndex(({ id }) => id === oldest) + 1)
  const rest = loaded.pages.slice(at + 1)
  return {
    pages: [
      ...head.pages,
      ...(older.length > 0 ? [{ cursor: head.nextCursor, acts: older, asOf: cut.asOf }] : []),
      ...rest,
    ],
    nextCursor: older.length > 0 || rest.length > 0 ? loaded.nextCursor : head.nextCursor,
  }
}

/** Marks an act as undone until the server's word comes. */
export const withUndone = (loaded: Pages, undone: string): Pages => ({
  ...loaded,
  pages: loaded.pages.map(page =>
    page.acts.some(({ id }) => id === undone)
      ? { ...page, acts: page.acts.map(act => (act.id === undone ? { ...act, undo: 'undone' } : act)) }
      : page,
  ),
})

export const countActs = ({ pages }: Pages): number =>
  pages.reduce((count, { acts }) => count + acts.length, 0)

/** The page that has the act at this index of the list. */
export const pageAt = ({ pages }: Pages, index: number): Page | undefined => {
  let end = 0
  return pages.find(({ acts }) => {
    end += acts.length
    return index < end
  })
}

/**
 * Where a list begins that goes on after these acts, of which it shows the last one again. Others may have been done in the same
 * millisecond.
 */
export const momentAfter = (acts: readonly HistoryAct[]): string =>
  new Date(Date.parse(acts.at(-1)?.at ?? '') + 1).toISOString()
