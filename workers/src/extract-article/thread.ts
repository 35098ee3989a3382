import { parentPort, workerData } from 'node:worker_threads'
import { type FetchedPage, readPage } from './read-page.ts'
import type { ReadByThread } from './reader-thread.ts'
import { assertSanitises } from './sanitise.ts'

assertSanitises()

const { allow }: { allow: ReadonlySet<string> } = workerData

parentPort?.on('message', (page: FetchedPage) => {
  const started = performance.now()
  const before = process.threadCpuUsage()
  const result = readPage(page, allow)
  const { user, system } = process.threadCpuUsage(before)
  const workedMs = (user + system) / 1_000
  const waitedMs = performance.now() - started - workedMs
  parentPort?.postMessage({ result, workedMs, waitedMs } satisfies ReadByThread)
})
parentPort?.postMessage('ready')
