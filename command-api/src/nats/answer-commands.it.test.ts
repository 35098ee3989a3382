import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { UnreadableEvent } from '@lectern/contracts/events/read.ts'
import { commandSubjects, type RecordArticle } from '@lectern/contracts/jobs.ts'
import { AppendDenied, AppendTooLarge, StoreUnavailable } from '@lectern/platform/event-store/port.ts'
import { connectNats, type Nats } from '@lectern/platform/nats/connect.ts'
import { ask } from '@lectern/platform/nats/request.ts'
import { startNats, type TestNats } from '@lectern/stack/test-support/parts.ts'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { answerCommands, type CommandParts } from './answer-commands.ts'

const url = 'https://example.com/'
const command: RecordArticle = {
  commandId: 'c',
  articleId: articleIdOf(url),
  url,
  outcome: { kind: 'failed', reason: 'timeout', detail: '', page: null },
}
let server: TestNats
let commandApi: Nats
let workers: Nats
let failure: Error
let stop: () => Promise<void>

beforeAll(async () => {
  server = await startNats()
  commandApi = await connectNats({ url: server.url('gateway'), name: 'gateway' })
  workers = await connectNats({ url: server.url('workers'), name: 'workers' })
  const articles = { handle: () => Promise.reject(failure) }
  stop = answerCommands(commandApi, { articles } as unknown as CommandParts, pino({ level: 'silent' }))
  // NATS knows the subscription before it is asked.
  await commandApi.flush()
})
afterAll(async () => {
  await stop()
  await Promise.all([commandApi.close(), workers.close()])
  await server.stop()
})

test.each([
  [new AppendTooLarge('more than 1048576 bytes'), 'too-large', false],
  [new AppendDenied('the stream was deleted'), 'denied', false],
  [new UnreadableEvent('LinkSaved cannot be read'), 'unreadable', false],
  [new StoreUnavailable('no answer'), 'unavailable', true],
])('the answer to %o says whether to try again', async (error, code, retryable) => {
  failure = error
  await expect(
    ask(workers, commandSubjects.recordArticle, command, z.unknown(), { timeoutMs: 5_000 }),
  ).rejects.toMatchObject({ code, retryable })
})
