import { articleIdOf } from '@lectern/contracts/article-id.ts'
import type { PageFacts } from '@lectern/contracts/events/article.ts'
import { articleStream } from '@lectern/contracts/events/article.ts'
import { commandSubjects } from '@lectern/contracts/jobs.ts'
import { connectNats, type Nats } from '@lectern/platform/nats/connect.ts'
import { command } from '@lectern/platform/nats/request.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestLibrary, startCommandApi } from '../test-support/api.ts'

const parts = duringTests(startOwnParts)
const api = duringTests(() => startCommandApi(parts))

const log = createLog('test', 'silent')
const { signal } = new AbortController()
const url = 'https://example.com/article'
const articleId = articleIdOf(url)
const page: PageFacts = {
  title: 'A page',
  author: null,
  siteName: null,
  publishedAt: null,
  excerpt: null,
  image: null,
  favicon: null,
  language: null,
}
const typesOf = async (stream: string) => {
  const types: string[] = []
  for await (const { type } of api.store.readStream(stream)) types.push(type)
  return types
}
/** Gives a command as workers do, until it is answered. */
const asking = async (subject: string, payload: object) => {
  const nats = await connectNats({ url: parts.natsUrl('workers'), name: 'workers', log })
  try {
    return await command(nats, subject, payload, { signal, log }).catch(error => error)
  } finally {
    await nats.close()
  }
}

let answering: Nats
let stopAnswering: () => Promise<void>
beforeAll(async () => {
  answering = await connectNats({ url: parts.natsUrl('gateway'), name: 'gateway', log })
  stopAnswering = api.answerCommands(answering)
})
afterAll(async () => {
  await stopAnswering()
  await answering.close()
})

it('an article is recorded over NATS once, and again after a reader asked for it', async () => {
  const outcome = { kind: 'failed', reason: 'timeout', detail: '', page: null }
  const failed = { commandId: 'job-1', articleId, url, outcome }
  for (let n = 0; n < 2; n++)
    expect(await asking(commandSubjects.recordArticle, failed)).toMatchObject({ ok: true })

  const caller = await openTestLibrary(api)
  await api.call('POST', '/api/links', { as: caller, body: { url: `${url}#part`, title: 'T' } })
  const retry = () => api.call('POST', '/api/links/1/extraction', { as: caller })
  expect([await retry(), await retry()]).toMatchObject([{ status: 202, body: { id: 1 } }, { status: 202 }])

  const found = { kind: 'extracted', ...page, contentHash: 'c'.repeat(64), words: 3 }
  const extracted = { commandId: 'job-2', articleId, url, outcome: found }
  expect(await asking(commandSubjects.recordArticle, extracted)).toMatchObject({
    ok: true,
    position: expect.stringMatching(/^\d+\/\d+$/),
  })
  expect(await typesOf(articleStream(articleId))).toEqual([
    'ArticleExtractionFailed',
    'ArticleRetryRequested',
    'ArticleExtracted',
  ])
})

it('a retry is recorded for each reader who asks, also under equal keys', async () => {
  const shared = `${url}/shared`
  const sharedId = articleIdOf(shared)
  const libraries: string[] = []
  for (const attempt of ['first', 'second']) {
    const outcome = { kind: 'failed', reason: 'timeout', detail: '', page: null }
    const failed = { commandId: `${attempt}-shared`, articleId: sharedId, url: shared, outcome }
    expect(await asking(commandSubjects.recordArticle, failed)).toMatchObject({ ok: true })
    const caller = await openTestLibrary(api)
    libraries.push(caller.libraryId)
    await api.call('POST', '/api/links', { as: caller, body: { url: shared, title: 'T' } })
    await api.call('POST', '/api/links/1/extraction', { as: caller, key: 'retry' })
  }
  const askedFor: unknown[] = []
  for await (const { type, data } of api.store.readStream(articleStream(sharedId)))
    if (type === 'ArticleRetryRequested') askedFor.push((data as { libraryId?: unknown }).libraryId)
  expect(askedFor).toEqual(libraries)
})

it('an invalid command over NATS is refused for good', async () => {
  const outcome = { kind: 'failed', reason: 'timeout', detail: '', page: null }
  const foreign = { commandId: 'job-3', articleId: 'f'.repeat(64), url, outcome }
  for (const payload of [foreign, { commandId: 'job-4' }])
    expect(await asking(commandSubjects.recordArticle, payload)).toMatchObject({
      code: 'bad-message',
      retryable: false,
    })
})
