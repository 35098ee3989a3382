import { statfs } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { watchFreeSpace } from './free-space.ts'

const ended = () => AbortSignal.abort()

test('space is low where less is free than must be', async () => {
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

test('space is enough where more is free, and a folder that is not there is passed over', async () => {
  const space = await watchFreeSpace({ folders: ['/', '/no such folder'], minBytes: 1, signal: ended() })
  expect(space.isLow()).toBe(false)
})

test('nobody can tell of folders that are not there', async () => {
  const space = await watchFreeSpace({ folders: ['/no such folder'], minBytes: 1, signal: ended() })
  expect([space.isLow(), space.bytes()]).toEqual([false, undefined])
})
