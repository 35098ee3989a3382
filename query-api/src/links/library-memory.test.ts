import type { Position } from '@lectern/platform/event-store/port.ts'
import type { LibraryChange } from '@lectern/platform/read-model/progress.ts'
import { beforeEach, expect, it } from 'vitest'
import type { ReadModel } from '../read-model/follow.ts'
import { createLibraryMemory, type LibraryMemory } from './library-memory.ts'
import type { ListFilters } from './list.ts'

const MINE = 'mine'
const EARLY: Position = { commit: 1n, prepare: 1n }
const LATE: Position = { commit: 2n, prepare: 2n }
const filters: ListFilters = {
  archived: 'false',
  favorite: undefined,
  collection: undefined,
  limit: 50,
  cursor: undefined,
}

let schema = 'read_1'
let tell = (_change: LibraryChange | null) => {}
let memory: LibraryMemory
let asked = 0

beforeEach(() => {
  schema = 'read_1'
  asked = 0
  memory = createLibraryMemory({
    schema: () => schema,
    onChange: hear => {
      tell = hear
      return () => {}
    },
  } as Partial<ReadModel> as ReadModel)
})

const list = (of = filters, readAfter?: Position, answer = (n: number) => `answer ${n}`) =>
  memory.list(MINE, readAfter, of, async () => answer(++asked)).then(String)
const changed = (libraryId: string) => tell({ libraryId, change: { what: ['links'] } })

it('asks once for a list that nothing changes in, also for those who ask at the same time', async () => {
  expect(await Promise.all([list(), list()])).toEqual(['answer 1', 'answer 1'])
  changed('of somebody else')
  expect(await list()).toBe('answer 1')
  expect(await list({ ...filters, favorite: true })).toBe('answer 2')
})

it.each([
  ['a change of the library', () => changed(MINE)],
  ['changes that may have been missed', () => tell(null)],
  [
    'another read model',
    () => {
      schema = 'read_2'
    },
  ],
])('asks again after %s, and so forgets what searches found', async (_, happens) => {
  await list()
  const { totals } = memory.ofSearches(MINE, undefined)
  totals.set('a search', 7)
  expect(memory.ofSearches(MINE, undefined).totals).toBe(totals)
  happens()
  expect(await list()).toBe('answer 2')
  expect(memory.ofSearches(MINE, undefined).totals.size).toBe(0)
})

it('asks again after a change that came while it was being asked', async () => {
  const slow = memory.list(MINE, undefined, filters, async () => {
    changed(MINE)
    return 'as it was'
  })
  expect(String(await slow)).toBe('as it was')
  expect(await list()).toBe('answer 1')
})

it('asks again for somebody who has written since, and gives others what that answered', async () => {
  await list(filters, EARLY)
  expect(await list(filters, LATE)).toBe('answer 2')
  expect(await list(filters, EARLY)).toBe('answer 2')
  expect(await list(filters, LATE)).toBe('answer 2')
})

it('remembers no failure', async () => {
  const refused = memory.list(MINE, undefined, filters, () => Promise.reject(new Error('no such collection')))
  await expect(refused).rejects.toThrow('no such collection')
  expect(await list()).toBe('answer 1')
})

it('keeps no answer that would take the place of many', async () => {
  const long = (n: number) => `${n}`.padEnd(1_000_000)
  await list(filters, undefined, long)
  expect((await list(filters, undefined, long)).trim()).toBe('2')
})

it('drops the lists that were asked for longest ago', async () => {
  const some = (n: number) => `${n}`.padEnd(200_000)
  const of = (collection: number) => list({ ...filters, collection }, undefined, some)
  for (let n = 0; n < 50; n++) await of(n)
  expect((await of(49)).trim()).toBe('50')
  expect((await of(0)).trim()).toBe('51')
})
