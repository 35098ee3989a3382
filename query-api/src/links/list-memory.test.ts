import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ReadModel } from '../read-model/follow.ts'
import type { ListFilters } from './list.ts'
import { createListMemory, type ListMemory } from './list-memory.ts'

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
let memory: ListMemory
let asked = 0

beforeEach(() => {
  schema = 'read_1'
  asked = 0
  memory = createListMemory({
    schema: () => schema,
    onChange: hear => {
      tell = hear
      return () => {}
    },
  } as Partial<ReadModel> as ReadModel)
})

const list = (of = filters, readAfter?: Position, answer = (n: number) => `answer ${n}`) =>
  memory(MINE, readAfter, of, async () => answer(++asked)).then(String)
const changed = (libraryId: string) => tell({ libraryId, change: { what: ['links'] } })

it('asks once for a list that nothing changes in, also for those who ask at the same time', async () => {
  expect(await Promise.all([list(), list()])).toEqual(['answer 1', 'answer 1'])
  changed('of somebody else')
  tell({ libraryId: MINE, change: { what: ['search'] } })
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
])('asks again after %s', async (_, happens) => {
  await list()
  happens()
  expect(await list()).toBe('answer 2')
})

it('asks again soon where an article may have a result that nobody was told of', async () => {
  vi.useFakeTimers()
  const pending = () => '"extraction":"pending"'
  await list(filters, undefined, pending)
  await list(filters, undefined, pending)
  expect(asked).toBe(1)
  vi.setSystemTime(Date.now() + 1_001)
  await list()
  expect(asked).toBe(2)
  vi.setSystemTime(Date.now() + 1_001)
  await list()
  expect(asked).toBe(2)
  vi.useRealTimers()
})

it('asks again after a change that came while it was being asked', async () => {
  const slow = memory(MINE, undefined, filters, async () => {
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
  const refused = memory(MINE, undefined, filters, () => Promise.reject(new Error('no such collection')))
  await expect(refused).rejects.toThrow('no such collection')
  expect(await list()).toBe('answer 1')
})

it('keeps no answer that would take the place of many', async () => {
  const long = (n: number) => `${n}`.padEnd(1_000_000)
  await list(filters, undefined, long)
  expect((await list(filters, undefined, long)).trim()).toBe('2')
})

it('keeps eight lists of a library, and of all what fits', async () => {
  const of = (collection: number) => list({ ...filters, collection })
  for (let n = 0; n < 9; n++) await of(n)
  expect(await of(8)).toBe('answer 9')
  expect(await of(0)).toBe('answer 10')

  const some = (libraryId: string) => memory(libraryId, undefined, filters, async () => ''.padEnd(200_000))
  for (let n = 0; n < 42; n++) await some(`library ${n}`)
  expect(await of(0)).toBe('answer 11')
})
