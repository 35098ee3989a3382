import { HistoryAct, HistoryMonths, HistoryPage } from '@lectern/contracts/api/history.ts'
import { HttpResponse, http, type RequestHandler } from 'msw'

const FIRST = { id: 1, title: 'What a log is', url: 'https://www.example.test/a-log', isGone: false }

/** An act of the history, of Nov 20, 2026. */
export const anAct = (revision: number, changes: Partial<HistoryAct> = {}): HistoryAct =>
  HistoryAct.parse({
    id: `l${revision}`,
    commandId: `command-${revision}`,
    at: new Date(Date.UTC(2026, 10, 20, 12, revision)).toISOString(),
    via: 'web',
    kind: 'favorited',
    linkCount: 1,
    links: [FIRST],
    undo: 'possible',
    ...changes,
  })

/** The server's history, newest first, as the tests change it. `asked` are the queries of its lists. */
export type FakeHistory = { acts: HistoryAct[]; readonly asked: URLSearchParams[] }

/** Answers the history in pages, with the filters that the tests use. Cursors are the ids of acts. */
export const historyHandlers = (history: FakeHistory): RequestHandler[] => {
  const matching = (search: URLSearchParams) =>
    history.acts.filter(
      ({ at, kind, links }) =>
        (!search.has('until') || at < String(search.get('until'))) &&
        (!search.has('link') || links.some(({ id }) => String(id) === search.get('link'))) &&
        (search.get('kind') !== 'moves' || kind === 'moved') &&
        (!search.has('q') || links.some(({ title }) => title.includes(String(search.get('q'))))),
    )
  return [
    http.get('*/api/history', ({ request }) => {
      const { searchParams } = new URL(request.url)
      history.asked.push(searchParams)
      const acts = matching(searchParams)
      const cursor = searchParams.get('cursor')
      const from = cursor ? acts.findIndex(({ id }) => id === cursor) + 1 : 0
      const end = from + Number(searchParams.get('limit') ?? 50)
      const nextCursor = end < acts.length ? (acts[end - 1]?.id ?? null) : null
      return HttpResponse.json(HistoryPage.parse({ acts: acts.slice(from, end), nextCursor }))
    }),
    http.get('*/api/history/months', ({ request }) => {
      const acts = matching(new URL(request.url).searchParams)
      const months = [...new Set(acts.map(({ at }) => at.slice(0, 7)))].map(month => ({
        month,
        count: acts.filter(({ at }) => at.startsWith(month)).length,
      }))
      return HttpResponse.json(HistoryMonths.parse({ months }))
    }),
  ]
}
