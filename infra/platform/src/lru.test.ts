import { expect, it } from 'vitest'
import { lruByWeight } from './lru.ts'

const cache = () => lruByWeight<{ weight: number }>(10, ({ weight }) => weight)

it('lets go of what was stored longest ago, once the weight is too much', () => {
  const lru = cache()
  for (const key of ['a', 'b', 'c']) lru.set(key, { weight: 4 })
  expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual([undefined, { weight: 4 }, { weight: 4 }])
})

it('counts storing again as use', () => {
  const lru = cache()
  for (const key of ['a', 'b', 'a', 'c']) lru.set(key, { weight: 4 })
  expect([lru.get('a'), lru.get('b')]).toEqual([{ weight: 4 }, undefined])
})

it('weighs again what has grown', () => {
  const lru = cache()
  const growing = { weight: 1 }
  lru.set('a', growing)
  lru.set('b', { weight: 5 })
  growing.weight = 9
  lru.set('a', growing)
  expect([lru.get('a'), lru.get('b')]).toEqual([growing, undefined])
  lru.delete('a')
  lru.set('b', { weight: 10 })
  expect(lru.get('b')).toEqual({ weight: 10 })
})

it('keeps what is heavier than all it may keep while it is the last one used', () => {
  const lru = cache()
  lru.set('a', { weight: 11 })
  expect(lru.get('a')).toEqual({ weight: 11 })
  lru.set('b', { weight: 1 })
  expect(lru.get('a')).toBeUndefined()
})
