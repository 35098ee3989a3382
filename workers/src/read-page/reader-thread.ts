import { Worker } from 'node:worker_threads'
import type { AllowedHosts } from '@lectern/platform/safe-fetch/url.ts'
import { type Asker, roundRobin } from '../round-robin.ts'
import type { FetchedPage, ReadPage } from './read-page.ts'

export type PageReader = {
  /**
   * Reads a page when its library has a turn. A page that takes too long or too much memory is unreadable, and its thread
   * ends.
   * @throws errors of our own code
   */
  read(page: FetchedPage, asker: Asker): Promise<ReadPage>
  /** Starts a thread. @throws when its sanitiser does not work */
  check(): Promise<void>
  stop(): Promise<void>
}

export type ReaderOptions = {
  readonly allow: AllowedHosts
  /** Processor time that a page may take. On a busy machine it may take longer by the clock, at most `waitingFactor` times. */
  readonly timeoutMs?: number
  /** The code of the threads; tests have their own. */
  readonly code?: URL
}

/** While one person's slow pages keep one thread, the other reads everybody else's. */
const threadCount = 2
/** An idle thread ends, since it holds 50 MB. */
const idleMs = 30_000

/** Reads pages in threads, which end when a page takes too long or too much memory. */
export function createPageReader(options: ReaderOptions): PageReader {
  const inTurn = roundRobin(threadCount)
  const free = Array.from({ length: threadCount }, () => readerThread(options))
  const threads = [...free]

  return {
    read: (page, asker) =>
      inTurn(asker, async () => {
        const thread = free.shift()
        if (!thread) throw new Error('more turns than threads')
        try {
          return await thread.read(page)
        } finally {
          // The thread goes first again, so that the other one starts only when two pages wait.
          free.unshift(thread)
        }
      }),
    check: async () => threads[0]?.check(),
    async stop() {
      await Promise.all(threads.map(thread => thread.stop()))
    },
  }
}

/** One thread, which starts when it is needed and reads one page at a time. */
function readerThread({
  allow,
  timeoutMs = 10_000,
  code = new URL('./thread.ts', import.meta.url),
}: ReaderOptions) {
  let thread: Promise<Worker> | undefined
  let idle: NodeJS.Timeout | undefined

  const end = async () => {
    const ending = thread
    thread = undefined
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
        return await answerOf(await thread, page, timeoutMs)
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

/** @throws when the thread's sanitiser does not work */
function startThread(code: URL, allow: AllowedHosts): Promise<Worker> {
  const worker = new Worker(code, {
    workerData: { allow },
    // Node's default young generation holds 70 MB more per thread for a fifth less processor time.
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 },
  })
  worker.unref()
  // A thread may fail while nobody waits for it.
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

const waitingFactor = 6

/** Processor time of a thread so far, in ms. */
async function processorMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage()
  return (user + system) / 1_000
}

async function answerOf(worker: Worker, page: FetchedPage, timeoutMs: number): Promise<ReadPage> {
  const before = await processorMs(worker)
  return new Promise<ReadPage>((resolve, reject) => {
    let left = waitingFactor
    const look = async () => {
      left -= 1
      // A little less, since the clock and the processor's differ.
      const isOver = left === 0 || (await processorMs(worker)) - before >= timeoutMs * 0.9
      if (isOver) settle(() => reject(new TookTooLong()))
    }
    // A thread that has ended has settled this.
    const timer = setInterval(() => void look().catch(() => {}), timeoutMs)
    const onMessage = (result: ReadPage) => settle(() => resolve(result))
    const onError = (error: Error) => settle(() => reject(error))
    const onExit = () => settle(() => reject(new Error('the reading thread ended')))
    const settle = (then: () => void) => {
      clearInterval(timer)
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
