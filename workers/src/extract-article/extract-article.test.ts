import type { ExtractJob, Outcome, RecordArticle } from '@lectern/contracts/jobs.ts'
import { Refused } from '@lectern/platform/nats/request.ts'
import { FetchFailure } from '@lectern/platform/safe-fetch/failure.ts'
import type { FetchRequest } from '@lectern/platform/safe-fetch/safe-fetch.ts'
import { RetryLater } from '@lectern/platform/work/retry-later.ts'
import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import type { ReadPage } from '../read-page/read-page.ts'
import type { ContentStore } from './content-store.ts'
import { type ExtractTools, extractArticle, type Turn } from './extract-article.ts'
import { pageMemory } from './page-memory.ts'

const job: ExtractJob = {
  articleId: 'a'.repeat(64),
  url: 'https://example.com/',
  requestId: 'event-1',
  link: { libraryId: '01920000-0000-7000-8000-000000000001', linkId: 1, position: '1/1' },
}
const turn: Turn = { rank: 'interactive', signal: new AbortController().signal, since: 0, fetched: () => {} }
const facts = {
  title: 'A page',
  author: null,
  siteName: null,
  publishedAt: null,
  excerpt: null,
  image: null,
  favicon: null,
  language: 'en',
}
const article: ReadPage = {
  kind: 'read',
  html: '<p>text</p>',
  text: 'text',
  contentHash: 'c'.repeat(64),
  words: 1,
  page: facts,
}

let commands: RecordArticle[]
let kept: Outcome[]
let fetches: number
let postponed: number
let tools: ExtractTools & { store: ContentStore }

const reading = (page: ReadPage) => ({ read: async () => page }) as unknown as ExtractTools['reader']
const failing = (failure: FetchFailure) => async () => {
  throw failure
}

beforeEach(() => {
  commands = []
  kept = []
  fetches = 0
  postponed = 0
  const store = {
    outcomeOf: async () => undefined,
    beginAttempt: async () => 1,
    postpone: async () => {
      postponed += 1
      return postponed
    },
    finish: async (_: unknown, outcome: Outcome) => {
      kept.push(outcome)
      return outcome
    },
  } as unknown as ContentStore
  tools = {
    safeFetch: async url => {
      fetches += 1
      const body = Buffer.from('<p>text</p>')
      return { finalUrl: url, status: 200, headers: {}, contentType: 'text/html', body, cut: false }
    },
    reader: reading(article),
    store,
    providedPage: async () => undefined,
    memory: pageMemory(),
    isUnneeded: async () => false,
    record: async command => {
      commands.push(command)
    },
    log: pino({ level: 'silent' }),
  }
})

test('an outcome that is too large to record is recorded as a failure', async () => {
  const page = { ...facts, language: 'x'.repeat(1_170_000) }
  const ended = await extractArticle(job, turn, { ...tools, reader: reading({ ...article, page }) })
  expect(ended).toBe('too-large')
  expect(commands).toMatchObject([{ outcome: { kind: 'failed', reason: 'too-large', page: null } }])
})

test('a page that Postgres can never store is recorded as a failure', async () => {
  const finish: ContentStore['finish'] = async (request, outcome, document) => {
    if (document) throw Object.assign(new Error('invalid byte sequence'), { code: '22021' })
    return tools.store.finish(request, outcome, document)
  }
  await extractArticle(job, turn, { ...tools, store: { ...tools.store, finish } })
  expect(commands).toMatchObject([{ outcome: { kind: 'failed', reason: 'gave-up', page: null } }])
})

test('an outcome that command-api refuses for good is recorded as a failure under another id', async () => {
  const record: ExtractTools['record'] = async command => {
    commands.push(command)
    if (command.outcome.kind === 'extracted') throw new Refused('too-large', 'more than the limit', false)
  }
  expect(await extractArticle(job, turn, { ...tools, record })).toBe('gave-up')
  expect(commands.map(({ commandId }) => commandId)).toEqual(['event-1/extracted', 'event-1/gave-up'])
})

test('a job whose failure is refused too throws the refusal', async () => {
  const refusal = new Refused('denied', 'no', false)
  const record = () => Promise.reject(refusal)
  await expect(extractArticle(job, turn, { ...tools, record })).rejects.toBe(refusal)
})

test('a page that nobody waits for is not fetched, and nothing is recorded', async () => {
  expect(await extractArticle(job, turn, { ...tools, isUnneeded: async () => true })).toBe('unneeded')
  expect(fetches).toBe(0)
  expect(commands).toEqual([])
})

test('a busy site is asked again 3 times, after the pause that it names, and then the job fails', async () => {
  const busy = new FetchFailure('http-status', 'status 429', { status: 429, retryAfterMs: 7_000 })
  const attempt = () => extractArticle(job, turn, { ...tools, safeFetch: failing(busy) })
  for (let times = 0; times < 3; times += 1)
    await expect(attempt()).rejects.toMatchObject({ name: 'RetryLater', delayMs: 7_000 })
  expect(await attempt()).toBe('site-busy')
})

test('waiting for a place of the host has no limit and is not counted', async () => {
  const noPlace = new FetchFailure('host-busy', 'no place', { retryAfterMs: 2_000 })
  for (let times = 0; times < 10; times += 1)
    await expect(extractArticle(job, turn, { ...tools, safeFetch: failing(noPlace) })).rejects.toThrow(
      RetryLater,
    )
  expect(postponed).toBe(0)
})

test('a page that finds no memory is postponed, and a page that was read gives its memory back; bulk pages get half', async () => {
  const taking = async (_: string, { onBytes }: FetchRequest) => {
    onBytes?.(6)
    return tools.safeFetch(_, {} as FetchRequest)
  }
  const memory = pageMemory(10)
  const limited = { ...tools, memory, safeFetch: taking }
  const other = memory.enter('interactive')
  other.take(5)
  await expect(extractArticle(job, turn, limited)).rejects.toThrow(RetryLater)
  other.leave()
  expect(await extractArticle(job, turn, limited)).toBe('extracted')
  expect(await extractArticle(job, turn, limited)).toBe('extracted')
  await expect(extractArticle(job, { ...turn, rank: 'bulk' }, limited)).rejects.toThrow(RetryLater)
})
