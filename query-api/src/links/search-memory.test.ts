import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { comparePositions } from '@lectern/platform/event-store/position.ts'
import { expect, it, vi } from 'vitest'
import type { ReadModel } from '../read-model/follow.ts'
import { createSearchMemory } from './search-memory.ts'

const EARLY: Position = { commit: 1n, prepare: 1n }
const LATE: Position = { commit: 2n, prepare: 2n }

let tell = (_change: LibraryChange | null) => {}
let heard = EARLY
const anew = () =>
  createSearchMemory({
    schema: () => 'read_1',
    isHeard: (_lanes, position) => comparePositions(heard, position) >= 0,
    onChange: hear => {
      tell = hear
      return () => {}
    },
  } as Partial<ReadModel> as ReadModel)
const page = { ids: '{1}', rest: '"total":1' }

it('gives a page and a total until the library changes, or to somebody who has written since', () => {
  const remember = anew()
  const first = remember('mine', EARLY)
  first.pages.set('a search', page)
  first.totals.set('a search', 1)
  expect(remember('mine', EARLY).pages.get('a search')).toEqual(page)
  expect(remember('yours', EARLY).pages.get('a search')).toBeUndefined()
  expect(remember('mine', LATE).pages.get('a search')).toBeUndefined()
  remember('mine', LATE).pages.set('a search', page)
  tell({ libraryId: 'mine', change: { what: ['links'] } })
  const last = remember('mine', LATE)
  expect([last.pages.get('a search'), last.totals.get('a search')]).toEqual([undefined, undefined])
})

it('forgets what a search found that was under way when the library changed', () => {
  const remember = anew()
  const before = remember('mine', undefined)
  tell({ libraryId: 'mine', change: { what: ['links'] } })
  before.pages.set('a search', page)
  before.totals.set('a search', 1)
  const after = remember('mine', undefined)
  expect([after.pages.get('a search'), after.totals.get('a search')]).toEqual([undefined, undefined])
})

it('keeps pages of all libraries within a bound', () => {
  const remember = anew()
  const long = { ids: ''.padEnd(100_000), rest: '' }
  for (let n = 0; n < 100; n++) remember(`library ${n % 10}`, undefined).pages.set(`${n}`, long)
  const kept = Array.from({ length: 100 }, (_, n) =>
    remember(`library ${n % 10}`, undefined).pages.get(`${n}`),
  )
  expect(kept.filter(each => each !== undefined).length).toBe(83)
  expect(kept[0]).toBeUndefined()
  expect(kept[99]).toEqual(long)
})

it('takes samples again once the library has grown or shrunk by a fifth, or after ten minutes', async () => {
  vi.useFakeTimers()
  try {
    const remember = anew()
    let asked = 0
    const shares = (links: number) => {
      tell({ libraryId: 'mine', change: { what: ['search'] } })
      return remember('mine', LATE).shares(links, async () => {
        asked += 1
        return () => ({ all: 0, newest: 0 })
      })
    }
    for (const links of [100, 119, 84]) await shares(links)
    expect(asked).toBe(1)
    await shares(121)
    expect(asked).toBe(2)
    await shares(100)
    expect(asked).toBe(3)
    vi.advanceTimersByTime(600_001)
    await shares(100)
    expect(asked).toBe(4)
  } finally {
    vi.useRealTimers()
  }
})

it('keeps what it knows of tags and plan until those change, or what was told is not all that the caller wrote', async () => {
  const remember = anew()
  let asked = 0
  const facts = async (readAfter: Position | undefined) => {
    const tags = asked < 2 ? ['old'] : ['old', 'new']
    const ask = async () =>
      ({
        plan: 'free',
        links: ++asked,
        tagsWith: () => tags,
        knowsTag: (tag: string) => tags.includes(tag),
      }) as const
    return (await remember('mine', readAfter).facts(ask)).links
  }
  const searchChanged = (tags: string[] | null) =>
    tell({ libraryId: 'mine', change: { what: ['search'] }, tags })
  expect(await facts(EARLY)).toBe(1)
  tell({ libraryId: 'mine', change: { what: ['links'] } })
  searchChanged(['old'])
  expect(await facts(EARLY)).toBe(1)
  heard = LATE
  expect(await facts(LATE)).toBe(1)
  searchChanged(null)
  expect(await facts(LATE)).toBe(2)
  searchChanged(['old', 'new'])
  expect([await facts(LATE), await facts(LATE)]).toEqual([3, 3])
  tell({ libraryId: 'mine', change: { what: ['account'] } })
  expect(await facts(LATE)).toBe(4)
  heard = EARLY
  expect(await facts({ commit: 3n, prepare: 3n })).toBe(5)
  tell(null)
  expect(await facts(undefined)).toBe(6)
})
