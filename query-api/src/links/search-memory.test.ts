import type { Position } from '@lectern/platform/event-store/port.ts'
import type { LibraryChange } from '@lectern/platform/read-model/progress.ts'
import { expect, it } from 'vitest'
import type { ReadModel } from '../read-model/follow.ts'
import { createSearchMemory } from './search-memory.ts'

const EARLY: Position = { commit: 1n, prepare: 1n }
const LATE: Position = { commit: 2n, prepare: 2n }

let tell = (_change: LibraryChange | null) => {}
const anew = () =>
  createSearchMemory({
    schema: () => 'read_1',
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
