import { Worker } from 'node:worker_threads'
import type { AllowedHosts } from '@lectern/platform/safe-fetch/url.ts'
import type { FetchedPage, ReadPage } from './read-page.ts'
import { turns } from './turns.ts'

export type PageReader = {
  /**
   * Waits its turn among the pages of all who ask. What the thread cannot bear is unreadable, and costs the thread.
   * @throws what a page's code could not cause
   */
  read(page: FetchedPage, askedBy: string): Promise<ReadPage>
  /** Starts a thread. @throws where it refuses to work, since its sanitiser does not */
  check(): Promise<void>
  stop(): Promise<void>
}

export type ReaderOptions = {
  readonly allow: AllowedHosts
  readonly timeoutMs?: number
  /** Started anew after so many pages, so that nothing it leaks adds up. */
  readonly pagesPerThread?: number
  /** Ended after so long without work, since an idle one holds some 50 MB. */
  readonly idleMs?: number
  /** The threads' code; another one only in tests. */
  readonly code?: URL
}

/** The second one starts when the first is busy, so that one person's slow pages hold nobody else's back. */
const THREADS = 2

/** Reads pages in threads that are ended when a page takes too long or too much memory. */
export function createPageReader(options: ReaderOptions): PageReader {
  const inTurn = turns(THREADS)
  const threads = Array.from({ length: THREADS }, () => ({ isBusy: false, ...readerThread(options) }))

  return {
    read: (page, askedBy) =>
      inTurn(askedBy, async () => {
        const thread = threads.find(({ isBusy }) => !isBusy)
        if (!thread) throw new Error('more turns than threads')
        thread.isBusy = true
        try {
          return await thread.read(page)
        } finally {
          thread.isBusy = false
        }
      }),
    check: async () => threads[0]?.check(),
    async stop() {
      await Promise.all(threads.map(thread => thread.stop()))
    },
  }
}

/** One thread, started when it is needed. It reads one page at a time. */
function readerThread({
  allow,
  timeoutMs = 10_000,
  pagesPerThread = 500,
  idleMs = 30_000,
  code = new URL('./thread.ts', import.meta.url),
}: ReaderOptions) {
  let thread: Promise<Worker> | undefined
  let pages = 0
  let idle: NodeJS.Timeout | undefined

  const end = async () => {
    const ending = thread
    thread = undefined
    pages = 0
    await (await ending?.catch(() => undefined))?.terminate()
  }

  const endWhenIdle = () => {
    idle = setTimeout(() => void end(), idleMs)
    idle.unref()
  }

  return {
    async read(page: FetchedPage): Promise<ReadPage> {
      clearTimeout(idle)
      thread ??= startThread(code, allow)
      try {
        const result = await answerOf(await thread, page, timeoutMs)
        pages += 1
        if (pages >= pagesPerThread) await end()
        return result
      } catch (error) {
        await end()
        const reason = unbearable(error)
        if (!reason) throw error
        return { kind: 'unreadable', reason, page: null }
      } finally {
        endWhenIdle()
      }
    },
    async check() {
      thread ??= startThread(code, allow)
      await thread
      endWhenIdle()
    },
    async stop() {
      clearTimeout(idle)
      await end()
    },
  }
}

/** @throws when the thread refuses to work: its sanitiser does not */
function startThread(code: URL, allow: AllowedHosts): Promise<Worker> {
  const worker = new Worker(code, {
    workerData: { allow },
    // A larger young generation reads no faster: 32 MB takes the same processor time, and holds 20 MB more.
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 },
  })
  worker.unref()
  // One that is being ended, or idle, may fail with nobody waiting.
  worker.on('error', () => {})
  return new Promise((resolve, reject) => {
    worker.once('message', () => {
      worker.off('error', reject)
      resolve(worker)
    })
    worker.once('error', reject)
  })
}

class TookTooLong extends Error {}

function answerOf(worker: Worker, page: FetchedPage, timeoutMs: number): Promise<ReadPage> {
  return new Promise<ReadPage>((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(new TookTooLong())), timeoutMs)
    const onMessage = (result: ReadPage) => settle(() => resolve(result))
    const onError = (error: Error) => settle(() => reject(error))
    const onExit = () => settle(() => reject(new Error('the reading thread ended')))
    const settle = (then: () => void) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      then()
    }
    worker.once('message', onMessage).once('error', onError).once('exit', onExit)
    worker.postMessage(page)
  })
}

function unbearable(error: unknown): 'took-too-long' | 'too-complex' | undefined {
  if (error instanceof TookTooLong) return 'took-too-long'
  if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' || error instanceof RangeError) {
    return 'too-complex'
  }
  return undefined
}
