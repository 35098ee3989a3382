import { randomUUID } from 'node:crypto'
import { createLog } from '@lectern/platform/process/log.ts'
import { expect, test } from 'vitest'
import { ThreadEnded } from './file-threads.ts'
import { createPreviews } from './previews.ts'
import type { Answer } from './tasks.ts'

const [ann, ben, cem] = [randomUUID(), randomUUID(), randomUUID()]
const log = createLog('test', 'silent')

const previewsWith = () => {
  let time = 0
  const ends: PromiseWithResolvers<Answer>[] = []
  const threads = {
    use: async <T>(work: (ask: () => Promise<Answer>) => Promise<T>): Promise<T> => {
      const end = Promise.withResolvers<Answer>()
      ends.push(end)
      return work(() => end.promise)
    },
  }
  const preview = createPreviews({ threads, log }, () => time)
  return {
    wait: (ms: number) => {
      time += ms
    },
    /** Asks for a preview, and gives the code of its refusal, or ok. */
    ask: (libraryId: string) => {
      const request = { uploadId: randomUUID(), libraryId, source: 'pocket', withArticles: true } as const
      return preview(request).then(
        () => 'ok',
        error => error.code,
      )
    },
    started: () => ends.length,
    /** Ends the oldest preview after this time. */
    end: async (afterMs: number, how: Answer | Error = { kind: 'preview' }) => {
      time += afterMs
      const end = ends.splice(0, 1)[0]
      if (how instanceof Error) end?.reject(how)
      else end?.resolve(how)
      await new Promise(setImmediate)
    },
  }
}

test('a library has one thread at a time, and libraries take turns', async () => {
  const { ask, started, end } = previewsWith()
  const asked = [ann, ann, ann, ben].map(ask)
  expect(started()).toBe(2)
  const cems = ask(cem)
  await end(1_000)
  await end(1_000)
  await end(1_000)
  expect(await Promise.all([asked[0], asked[3], cems])).toEqual(['ok', 'ok', 'ok'])
})

test('a library whose files have kept threads for five minutes is refused for an hour, and others are not', async () => {
  const { ask, end, wait } = previewsWith()
  for (let n = 0; n < 6; n++) {
    const asked = ask(ann)
    await end(55_000, new ThreadEnded('silent'))
    expect(await asked).toBe('took-too-long')
  }
  expect(await ask(ann)).toBe('too-many-requests')
  const bens = ask(ben)
  await end(1_000)
  expect(await bens).toBe('ok')
  wait(3_600_000)
  const again = ask(ann)
  await end(1_000)
  expect(await again).toBe('ok')
})
