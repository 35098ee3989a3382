import { createStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'
import { settingAtom } from './settings.ts'

beforeEach(() => localStorage.clear())

const sizeAtom = settingAtom(
  'size',
  stored => Number(stored ?? 16),
  size => `${size}`,
)

const fromOtherTab = (key: string, newValue: string | null) =>
  dispatchEvent(new StorageEvent('storage', { key, newValue }))

test('a setting is read from storage and written to it', () => {
  localStorage.setItem('size', '18')
  const store = createStore()
  expect(store.get(sizeAtom)).toBe(18)
  store.set(sizeAtom, 20)
  expect(store.get(sizeAtom)).toBe(20)
  expect(localStorage.getItem('size')).toBe('20')
})

test('a setting follows other tabs by its own key only', () => {
  const store = createStore()
  const seen: number[] = []
  const stop = store.sub(sizeAtom, () => seen.push(store.get(sizeAtom)))
  fromOtherTab('reading:1', '99')
  fromOtherTab('size', '22')
  fromOtherTab('size', null)
  stop()
  expect(seen).toEqual([22, 16])
})
