import type { BulkExtractJob, ExtractJob } from '@lectern/contracts/jobs.ts'
import { RetryLater } from '@lectern/platform/nats/consume-jobs.ts'
import { FetchFailure } from '@lectern/platform/safe-fetch/failure.ts'
import { perHost } from '@lectern/platform/safe-fetch/per-host.ts'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bulkJobs } from './bulk-jobs.ts'
import { fairQueue } from './fair-queue.ts'

const linksOfJob = 500
let stop: AbortController
let hosts: ReturnType<typeof perHost>
/** Links that wait, by library. */
let libraries: Map<string, { linkId: number; url: string }[]>
/** Urls in the order of their reading. */
let read: string[]
let expanded: number
let extract: (page: ExtractJob) => Promise<void>
let bulk: ReturnType<typeof bulkJobs>

beforeEach(() => {
  stop = new AbortController()
  hosts = perHost()
  libraries = new Map()
  read = []
  expanded = 0
  extract = async () => {}
  bulk = bulkJobs({
    log: pino({ level: 'silent' }),
    queue: fairQueue({ hosts, signal: stop.signal }),
    waitingLinks: async ({ libraryId, firstLinkId, lastLinkId }) => {
      expanded += 1
      return (libraries.get(libraryId) ?? [])
        .filter(({ linkId }) => firstLinkId <= linkId && linkId <= lastLinkId)
        .map(({ linkId, url }) => ({ articleId: url, url, requestId: `${linkId}`, askedBy: libraryId }))
    },
    extract: async page => {
      await extract(page)
      // A page takes a turn of the event loop.
      await new Promise(setImmediate)
      read.push(page.url)
      const waiting = libraries.get(page.askedBy ?? '')?.filter(({ url }) => url !== page.url) ?? []
      libraries.set(page.askedBy ?? '', waiting)
    },
  })
})
afterEach(() => stop.abort())

const urls = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => `https://${name}-${n}.example/`)

/** Gives the jobs of imported links, and gives those again that come back; resolves with the errors when all are done. */
async function give(libraryId: string, imported: readonly string[]): Promise<unknown[]> {
  libraries.set(
    libraryId,
    imported.map((url, n) => ({ linkId: n + 1, url })),
  )
  const errors: unknown[] = []
  const jobs = Array.from({ length: Math.ceil(imported.length / linksOfJob) }, (_, n) => ({
    libraryId,
    firstLinkId: n * linksOfJob + 1,
    lastLinkId: (n + 1) * linksOfJob,
    position: '1/1',
  }))
  await Promise.all(jobs.map(job => settle(job, errors)))
  return errors
}

const settle = (job: BulkExtractJob, errors: unknown[], { signal } = stop): Promise<void> =>
  new Promise(resolve => {
    const again = () => setImmediate(() => signal.aborted || settle(job, errors).then(resolve))
    bulk.take(job, {
      publishedAt: Date.now(),
      putBack: again,
      run: async handle => {
        try {
          await handle(signal)
          resolve()
        } catch (error) {
          errors.push(error)
          if (error instanceof RetryLater) again()
          else resolve()
        }
      },
    })
  })

test('20 links are read in turns with the first links of two libraries with 5,000 each', async () => {
  const many = [give('a', urls('a', 5_000)), give('b', urls('b', 5_000))]
  await expect.poll(() => read.length).toBeGreaterThan(10)
  const before = read.length
  await give('c', urls('c', 20))
  expect(read.length - before).toBeLessThan(20 * 4)
  await Promise.all(many)
  expect(new Set(read).size).toBe(10_020)
  expect(read).toHaveLength(10_020)
})

test('links of a slow host leave room for the other links of their library, in the same job and in others', async () => {
  const open = Promise.withResolvers<void>()
  extract = page => (page.url.includes('slow') ? open.promise : Promise.resolve())
  const slow = Array.from({ length: 600 }, (_, n) => `https://slow.example/${n}`)
  const given = give('a', [...slow, ...urls('fast', 300)])
  await expect.poll(() => read.length).toBe(300)
  expect(read.every(url => url.includes('fast'))).toBe(true)
  open.resolve()
  await given
  expect(new Set(read).size).toBe(900)
})

test('a library has 4 jobs in work', async () => {
  extract = () => new Promise(() => {})
  void give('a', urls('a', 5_000))
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(expanded).toBe(4)
})

test('the pages of a host that pauses come again later, and the others are read', async () => {
  hosts.failed('pauses.example', new FetchFailure('timeout', 'no answer'))
  void give('a', ['https://pauses.example/', ...urls('a', 20)])
  await expect.poll(() => read.length).toBe(20)
  expect(read).not.toContain('https://pauses.example/')
})

test('a job comes again soon when some of its links were read, and later when none found room', async () => {
  hosts.failed('pauses.example', new FetchFailure('timeout', 'no answer'))
  libraries.set('a', [
    { linkId: 1, url: 'https://pauses.example/' },
    { linkId: 2, url: 'https://fine.example/' },
  ])
  const errors: unknown[] = []
  void settle({ libraryId: 'a', firstLinkId: 1, lastLinkId: 2, position: '1/1' }, errors)
  await expect.poll(() => errors.length).toBeGreaterThan(1)
  expect(errors.slice(0, 2)).toMatchObject([{ delayMs: 5_000 }, { delayMs: 10_000 }])
})

test('a page that has to wait sends its job back for that long', async () => {
  let times = 0
  extract = async ({ url }) => {
    times += url.includes('busy') ? 1 : 0
    if (times === 1 && url.includes('busy')) throw new RetryLater(7_000, 'busy')
  }
  const errors = await give('a', ['https://busy.example/', ...urls('a', 20)])
  expect(errors).toMatchObject([{ name: 'RetryLater', delayMs: 7_000 }])
  expect(times).toBe(2)
  expect(expanded).toBe(2)
  expect(read).toHaveLength(21)
})

test('a page that fails fails its job after the others are read', async () => {
  extract = async ({ url }) => {
    if (url.includes('broken')) throw new Error('broken')
  }
  const errors = await give('a', ['https://broken.example/', ...urls('a', 20)])
  expect(errors).toEqual([new Error('broken')])
  expect(read).toHaveLength(20)
})

test('a job is not done when the process ends before its links are read', async () => {
  extract = () =>
    new Promise((_, reject) => stop.signal.addEventListener('abort', () => reject(new Error('ended'))))
  const given = give('a', urls('a', 20))
  await new Promise(setImmediate)
  stop.abort(new Error('the process ends'))
  expect(await given).toEqual([new Error('the process ends')])
})
