import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { AllowedHosts } from '@lectern/platform/safe-fetch/url.ts'
import type { FetchedPage, ReadPage } from './read-page.ts'

export type PageReader = {
  /** Waits its turn. What the thread cannot bear is unreadable, and costs the thread. @throws what a page's code could not cause */
  read(page: FetchedPage): Promise<ReadPage>
  /** Starts the thread. @throws where it refuses to work, since its sanitiser does not */
  check(): Promise<void>
  stop(): Promise<void>
}

/** What the thread answers: how it read a page, and how long that kept the processor, and waited for it. */
export type ReadByThread = {
  readonly result: ReadPage
  readonly workedMs: number
  readonly waitedMs: number
}

export type ReaderOptions = {
  readonly allow: AllowedHosts
  /** Aborts when the process is asked to end: what is in hand is read without rests. */
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  /** Started anew after so many pages, so that nothing it leaks adds up. */
  readonly pagesPerThread?: number
  /** Ended after so long without work, since an idle one holds some 50 MB. */
  readonly idleMs?: number
  /** The thread's code; another one only in tests. */
  readonly code?: URL
}

/** Of what the latest pages waited and worked, so much counts with the next one: some twenty count. */
const KEPT = 0.95
/** Where they waited for the processor so many times as long as they kept it, they are in somebody's way. */
const CROWDED = 3
/** So many times as long as a page waited then, the next one is left alone. */
const RESTS = 4
const REST_MAX_MS = 1_000

/**
 * How long, in ms, reading rests after each page: not at all, unless the processors are crowded. Niceness alone does not
 * keep it from taking one whenever that is free for a moment, and what is woken then waits, though another may be free.
 */
export const rests = (): ((page: Omit<ReadByThread, 'result'>) => number) => {
  let worked = 0
  let waited = 0
  return ({ workedMs, waitedMs }) => {
    worked = worked * KEPT + workedMs
    waited = waited * KEPT + waitedMs
    return waited > CROWDED * worked ? Math.min(RESTS * waitedMs, REST_MAX_MS) : 0
  }
}

/** Reads pages one at a time, in a thread that is ended when a page takes too long or too much memory. */
export function createPageReader({
  allow,
  signal,
  timeoutMs = 10_000,
  pagesPerThread = 500,
  idleMs = 30_000,
  code = new URL('./thread.ts', import.meta.url),
}: ReaderOptions): PageReader {
  let thread: Promise<Worker> | undefined
  let pages = 0
  const restAfter = rests()
  let turn: Promise<unknown> = Promise.resolve()
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

  const readNow = async (page: FetchedPage): Promise<ReadByThread> => {
    clearTimeout(idle)
    thread ??= startThread(code, allow)
    try {
      const read = await answerOf(await thread, page, timeoutMs)
      pages += 1
      if (pages >= pagesPerThread) await end()
      return read
    } catch (error) {
      await end()
      const reason = unbearable(error)
      if (!reason) throw error
      return { result: { kind: 'unreadable', reason, page: null }, workedMs: 0, waitedMs: 0 }
    } finally {
      endWhenIdle()
    }
  }

  return {
    async read(page) {
      const reading = turn.then(() => readNow(page))
      turn = reading
        .then(read => pause(restAfter(read), undefined, { ref: false, ...(signal && { signal }) }))
        .catch(() => {})
      return (await reading).result
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

function answerOf(worker: Worker, page: FetchedPage, timeoutMs: number): Promise<ReadByThread> {
  return new Promise<ReadByThread>((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(new TookTooLong())), timeoutMs)
    const onMessage = (read: ReadByThread) => settle(() => resolve(read))
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
