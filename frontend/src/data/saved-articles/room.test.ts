import { afterEach, expect, test, vi } from 'vitest'
import { askToPersist } from './room.ts'

afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

const withPersist = (answer: () => Promise<boolean>) => {
  const persist = vi.fn(answer)
  vi.stubGlobal('navigator', { ...navigator, storage: { persist } })
  return persist
}

test('the browser is asked once to keep our data', async () => {
  const persist = withPersist(async () => false)
  await askToPersist()
  await askToPersist()
  expect(persist).toHaveBeenCalledOnce()
})

test('a browser that cannot answer does not stop the saving', async () => {
  const persist = withPersist(() => Promise.reject(new TypeError('no storage')))
  await expect(askToPersist()).resolves.toBeUndefined()
  expect(persist).toHaveBeenCalledOnce()
})
