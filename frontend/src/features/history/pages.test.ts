import type { HistoryAct, HistoryPage } from '@lectern/contracts/api/history.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anAct } from '../../test-support/history.ts'
import {
  countActs,
  firstPage,
  momentAfter,
  type Pages,
  pageAt,
  withHead,
  withNext,
  withPageAgain,
  withUndone,
} from './pages.ts'

/** Acts from this revision down. */
const acts = (newest: number, oldest = 1): HistoryAct[] =>
  Array.from({ length: newest - oldest + 1 }, (_, n) => anAct(newest - n))
/** A page of the server; its cursor is the id of its last act. */
const page = (all: readonly HistoryAct[], after: string | null, limit: number): HistoryPage => {
  const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
  const shown = all.slice(from, from + limit)
  return { acts: shown, nextCursor: from + limit < all.length ? (shown.at(-1)?.id ?? null) : null }
}
const load = (all: readonly HistoryAct[], limit: number, pages: number): Pages => {
  let loaded = firstPage(page(all, null, limit), 0)
  for (let n = 1; n < pages && loaded.nextCursor; n += 1)
    loaded = withNext(loaded, loaded.nextCursor, page(all, loaded.nextCursor, limit), 0)
  return loaded
}
const idsOf = ({ pages }: Pages) => pages.flatMap(each => each.acts.map(({ id }) => id))

test('new acts come above the loaded ones, which stay', () => {
  const loaded = load(acts(10), 4, 2)
  const now = acts(12)
  const joined = withHead(loaded, load(now, 4, 1))
  expect(joined && idsOf(joined)).toEqual(now.slice(0, 10).map(({ id }) => id))
  expect(joined?.nextCursor).toBe('l3')
  expect(joined?.pages.map(({ cursor }) => cursor)).toEqual([null, 'l9', 'l7'])
})

test('newer acts that do not meet the loaded ones need a further page', () => {
  const loaded = load(acts(10), 4, 2)
  expect(withHead(loaded, load(acts(20), 4, 1))).toBeUndefined()
  const joined = withHead(loaded, load(acts(20), 4, 3))
  expect(joined && countActs(joined)).toBe(18)
})

test('an act that no longer matches leaves the list', () => {
  const loaded = load(acts(10), 4, 2)
  const joined = withHead(
    loaded,
    load(
      acts(10).filter(({ id }) => id !== 'l9'),
      4,
      1,
    ),
  )
  expect(joined && idsOf(joined)).not.toContain('l9')
})

test('a next page that comes late, after the end has changed, changes nothing', () => {
  const loaded = load(acts(10), 4, 2)
  expect(withNext(loaded, 'l7', page(acts(10), 'l7', 4), 0)).toBe(loaded)
  expect(withPageAgain(loaded, 'l1', page(acts(10), 'l1', 4), 0)).toBe(loaded)
})

test('an act is shown as undone, and its page is read again by its cursor', () => {
  const loaded = withUndone(load(acts(10), 4, 2), 'l5')
  expect(loaded.pages[1]?.acts.map(({ undo }) => undo)).toEqual([
    'possible',
    'undone',
    'possible',
    'possible',
  ])
  expect(pageAt(loaded, 5)).toBe(loaded.pages[1])
  expect(pageAt(loaded, 8)).toBeUndefined()
  const again = withPageAgain(loaded, 'l7', page(acts(10), 'l7', 4), 7)
  expect(again.pages[1]).toMatchObject({ asOf: 7, acts: [{ undo: 'possible' }, {}, {}, {}] })
})

test('whatever is loaded and added, the list is the beginning of the server’s', () => {
  const step = fc.oneof(
    fc.record({ does: fc.constant('add' as const), count: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ does: fc.constant('more' as const) }),
    fc.record({ does: fc.constant('refetch' as const) }),
  )
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(step),
      (first, limit, steps) => {
        let all = acts(first)
        let loaded = load(all, limit, 1)
        for (const each of steps) {
          if (each.does === 'add') all = acts(all.length + each.count)
          else if (each.does === 'more' && loaded.nextCursor)
            loaded = withNext(loaded, loaded.nextCursor, page(all, loaded.nextCursor, limit), 0)
          else if (each.does === 'refetch') {
            let pages = 1
            let joined: Pages | undefined
            while (!joined) joined = withHead(loaded, load(all, limit, pages++))
            loaded = joined
            expect(idsOf(loaded)).toEqual(all.slice(0, countActs(loaded)).map(({ id }) => id))
            expect(loaded.nextCursor === null).toBe(countActs(loaded) === all.length)
          }
        }
      },
    ),
  )
})

test('a list that goes on after others misses no act of the same millisecond', () => {
  const at = '2026-11-20T12:00:00.000Z'
  const all = [anAct(4), ...[3, 2, 1].map(n => anAct(n, { at }))]
  const until = momentAfter(all.slice(0, 3))
  expect(all.filter(act => act.at < until).map(({ id }) => id)).toEqual(['l3', 'l2', 'l1'])
})
