import { parentPort, workerData } from 'node:worker_threads'
import { type FetchedPage, readPage } from './read-page.ts'
import { assertSanitises } from './sanitise.ts'

assertSanitises()

const { allow }: { allow: ReadonlySet<string> } = workerData

parentPort?.on('message', (page: FetchedPage) => parentPort?.postMessage(readPage(page, allow)))
parentPort?.postMessage('ready')
