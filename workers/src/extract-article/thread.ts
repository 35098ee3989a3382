import os from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { type FetchedPage, readPage } from './read-page.ts'
import { assertSanitises } from './sanitise.ts'

// On Linux this is the priority of this thread alone: fetching and commanding do not wait for it.
os.setPriority(10)
assertSanitises()

const { allow }: { allow: ReadonlySet<string> } = workerData

parentPort?.on('message', (page: FetchedPage) => {
  parentPort?.postMessage(readPage(page, allow))
})
parentPort?.postMessage('ready')
