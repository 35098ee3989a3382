import { Worker } from 'node:worker_threads'
import type { Answer, Message } from './tasks.ts'

/** An idle thread ends, since it holds 30 MB. */
const IDLE_MS = 10_000
/** Chunks are small, so a thread that is silent for this time hangs. */
const SILENCE_MS = 30_000
/** The greatest need is a preview of 500,000 rows, which remembers their addresses. */
const MEMORY_MB = 192

/** The file took too much time or memory, or ended its thread. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded'
}

/** Gives the thread a message and waits for its answer, in ms. @throws ThreadEnded */
export type Ask = (message: Message, withinMs?: number) => Promise<Answer>

export type FileThreads = {
  /** Runs work with a thread of its own. Callers bound how many they use at once. */
  use<T>(work: (ask: Ask) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

export type FileThreadOptions = {
  readonly databaseUrl: string
  /** The code of the threads; tests have their own. */
  readonly code?: URL
}

/** Threads that read uploads. A thread starts when none is free. */
export function fileThreads(options: FileThreadOptions): FileThreads {
  const { databaseUrl, code = new URL('./thread.ts', import.meta.url) } = options
  /** Threads without work, with the timers that end them. */
  const free = new Map<Worker, NodeJS.Timeout>()
  const all = new Set<Worker>()

  const start = (): Worker => {
    const worker = new Worker(code, {
      workerData: { databaseUrl },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 8 },
    })
    worker.unref()
    all.add(worker)
    // A thread may fail while nobody waits for it.
    worker
      .on('error', () => {})
      .once('exit', () => {
        all.delete(worker)
        free.delete(worker)
      })
    return worker
  }
  const takeFree = (): Worker | undefined => {
    const [worker, idle] = [...free].at(-1) ?? []
    clearTimeout(idle)
    if (worker !== undefined) free.delete(worker)
    return worker
  }
  const giveBack = (worker: Worker): void => {
    const idle = setTimeout(() => {
      free.delete(worker)
      void worker.terminate()
    }, IDLE_MS)
    idle.unref()
    free.set(worker, idle)
  }

  return {
    use: async work => {
      const worker = takeFree() ?? start()
      try {
        const result = await work((message, withinMs = SILENCE_MS) => answerOf(worker, message, withinMs))
        giveBack(worker)
        return result
      } catch (error) {
        // The thread may be in the middle of a file. Nobody waits for its end, which may take long.
        void worker.terminate()
        throw error
      }
    },
    stop: async () => {
      await Promise.all(Array.from(all, worker => worker.terminate()))
    },
  }
}

function answerOf(worker: Worker, message: Message, withinMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const end = (reason: string) => settle(() => reject(new ThreadEnded(reason)))
    const timer = setTimeout(() => end(`silent for ${withinMs} ms`), withinMs)
    const onMessage = (answer: Answer) => settle(() => resolve(answer))
    const onError = (error: Error) => end(String(error))
    const onExit = (status: number) => end(`ended with status ${status}`)
    const settle = (then: () => void) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      then()
    }
    worker.once('message', onMessage).once('error', onError).once('exit', onExit)
    worker.postMessage(message)
  })
}
