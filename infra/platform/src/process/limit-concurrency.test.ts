import { expect, it } from 'vitest'
import { limitConcurrencyBy } from './limit-concurrency.ts'

const turn = () => new Promise<void>(resolve => setImmediate(resolve))

it('limits the work of each key by itself, in order', async () => {
  const limit = limitConcurrencyBy(2)
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const use = (key: string, name: string) => {
    const end = Promise.withResolvers<void>()
    ends.set(name, end)
    return limit.use(key, () => {
      begun.push(name)
      return end.promise
    })
  }
  const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map(name => use(name.slice(0, 1), name))
  await turn()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  ends.get('a2')?.resolve()
  await turn()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (const { resolve } of ends.values()) resolve()
  await Promise.all(all)
  expect(begun.at(-1)).toBe('a4')
})

it('frees a place when the work fails', async () => {
  const limit = limitConcurrencyBy(1)
  const failing = () => limit.use('a', () => Promise.reject(new Error('no')))
  await expect(Promise.allSettled([failing(), failing()])).resolves.toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ])
  await expect(limit.use('a', async () => 'done')).resolves.toBe('done')
})
