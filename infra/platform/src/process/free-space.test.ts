import { statfs } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { watchFreeSpace } from './free-space.ts'

const ended = () => AbortSignal.abort()

test('space is low when less than the minimum is free', async () => {
  const { bavail, bsize } = await statfs('/')
  const told: boolean[] = []
  const space = await watchFreeSpace({
    folders: ['/'],
    minBytes: bavail * bsize * 2 + 1_000_000,
    signal: ended(),
    onChange: isLow => told.push(isLow),
  })
  expect(space.isLow()).toBe(true)
  expect(space.bytes()).toBeGreaterThan(0)
  expect(told).toEqual([true])
})

test('space is enough when more is free; a missing folder is skipped', async () => {
  const space = await watchFreeSpace({ folders: ['/', '/no such folder'], minBytes: 1, signal: ended() })
  expect(space.isLow()).toBe(false)
})

test('the free space of missing folders is unknown, and not low', async () => {
  const space = await watchFreeSpace({ folders: ['/no such folder'], minBytes: 1, signal: ended() })
  expect([space.isLow(), space.bytes()]).toEqual([false, undefined])
})
