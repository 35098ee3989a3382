import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FileThreads, fileThreads, ThreadEnded } from './file-threads.ts'
import type { Task } from './tasks.ts'

const code = new URL('../../fixtures/threads/misreading.ts', import.meta.url)
let threads: FileThreads

beforeEach(() => {
  threads = fileThreads({ databaseUrl: '', code })
})
afterEach(() => threads.stop())

const task = (uploadId: string): Task => ({
  kind: 'chunks',
  uploadId,
  source: 'pocket',
  fromRow: 1,
  requestedAt: '2026-01-02T03:04:05.678Z',
})
const read = (uploadId: string) => threads.use(ask => ask(task(uploadId), 3_000))

test.each(['hang', 'exit', 'memory'])(
  'a file that makes its thread %s ends that thread alone',
  async deed => {
    const [bad, good] = await Promise.allSettled([read(deed), read('end')])
    expect(bad).toMatchObject({ status: 'rejected', reason: expect.any(ThreadEnded) })
    expect(good).toEqual({ status: 'fulfilled', value: { kind: 'end' } })
  },
  30_000,
)

test('one thread serves one file after the other', async () => {
  expect(await Promise.all([read('end'), read('end'), read('end')])).toEqual(
    [1, 2, 3].map(() => ({ kind: 'end' })),
  )
})
