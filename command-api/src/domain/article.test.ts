import type { ArticleEvent, PageFacts } from '@lectern/contracts/events/article.ts'
import { describe, expect, it } from 'vitest'
import { foldAll, givenOn } from '../test-support/given.ts'
import { article } from './article.ts'

const given = givenOn(article)

const at = '2026-01-02T03:04:05.678Z'
const key = { articleId: 'a'.repeat(64), url: 'https://example.com/a' }
const page: PageFacts = {
  title: 'A page',
  author: null,
  siteName: null,
  publishedAt: null,
  excerpt: null,
  image: null,
  favicon: null,
  language: 'en',
}
const found = (contentHash: string) => ({ ...page, contentHash, words: 800 })
const extracted = (contentHash: string): ArticleEvent => ({
  type: 'ArticleExtracted',
  data: { ...key, ...found(contentHash), at },
})
const failed: ArticleEvent = {
  type: 'ArticleExtractionFailed',
  data: { ...key, reason: 'timeout', detail: '', page: null, at },
}
const libraryId = '01980000-0000-7000-8000-000000000001'
const retried: ArticleEvent = { type: 'ArticleRetryRequested', data: { ...key, libraryId, at } }

const one = '1'.repeat(64)
const two = '2'.repeat(64)
const recordFound = (contentHash: string) =>
  ({
    type: 'RecordOutcome',
    ...key,
    outcome: { kind: 'extracted', ...found(contentHash) },
    now: at,
  }) as const
const recordFailed = {
  type: 'RecordOutcome',
  ...key,
  outcome: { kind: 'failed', reason: 'timeout', detail: '', page: null },
  now: at,
} as const
const retry = { type: 'RequestRetry', ...key, libraryId, now: at } as const

describe('RecordOutcome', () => {
  it('produces the first version, and a new one where the content changed', () => {
    given().when(recordFound(one)).then(extracted(one))
    given(extracted(one)).when(recordFound(two)).then(extracted(two))
  })
  it('stays quiet about content that is recorded', () => {
    given(extracted(one)).when(recordFound(one)).thenNothing()
  })
  it('produces the article that could not be read before', () => {
    given(failed, retried).when(recordFound(one)).then(extracted(one))
    given(failed).when(recordFound(one)).then(extracted(one))
  })
  it('produces a failure, once for each attempt', () => {
    given().when(recordFailed).then(failed)
    given(failed).when(recordFailed).thenNothing()
    given(failed, retried).when(recordFailed).then(failed)
  })
  it('keeps an article that was read when a later attempt fails', () => {
    given(extracted(one)).when(recordFailed).thenNothing()
  })
})

describe('RequestReread', () => {
  const reread = (minute: number) =>
    ({ type: 'RequestReread', ...key, libraryId, now: `2026-01-02T03:${minute}:05.678Z` }) as const
  const asked = (minute: number): ArticleEvent => ({
    type: 'ArticleRereadRequested',
    data: { ...key, libraryId, at: `2026-01-02T03:${minute}:05.678Z` },
  })
  const ended = (failure: string | null): ArticleEvent => ({
    type: 'ArticleRereadEnded',
    data: { ...key, failure, at },
  })

  it('has the page of an article read again, once at a time', () => {
    given(extracted(one)).when(reread(10)).then(asked(10))
    given(extracted(one), asked(10)).when(reread(19)).thenNothing()
    given(extracted(one), asked(10), ended(null)).when(reread(19)).then(asked(19))
    given(extracted(one), asked(10), extracted(two)).when(reread(19)).then(asked(19))
  })
  it('asks once more where the first request must be lost', () => {
    given(extracted(one), asked(10)).when(reread(20)).then(asked(20))
  })
  it('is another attempt at what failed, and quiet about what is being read', () => {
    given(failed)
      .when({ ...retry, type: 'RequestReread' })
      .then(retried)
    given().when(reread(10)).thenNothing()
  })
  it('ends with a new version, with the same text, or with a failure that changes nothing', () => {
    given(extracted(one), asked(10)).when(recordFound(two)).then(extracted(two))
    given(extracted(one), asked(10)).when(recordFound(one)).then(ended(null))
    given(extracted(one), asked(10)).when(recordFailed).then(ended('timeout'))
    given(extracted(one), asked(10), ended('timeout')).when(recordFailed).thenNothing()
  })
})

describe('RequestRetry', () => {
  it('produces another attempt at what failed', () => {
    given(failed).when(retry).then(retried)
  })
  it('stays quiet about an article that is being read or was read', () => {
    given().when(retry).thenNothing()
    given(failed, retried).when(retry).thenNothing()
    given(extracted(one)).when(retry).thenNothing()
  })
})

describe('ForgetArticle', () => {
  const forget = { type: 'ForgetArticle', articleId: key.articleId, now: at } as const
  const forgotten: ArticleEvent = { type: 'ArticleForgotten', data: { articleId: key.articleId, at } }
  it('forgets an article, once, also one that nobody has read yet', () => {
    for (const past of [[], [failed], [extracted(one)], [forgotten, extracted(one)]])
      given(...past)
        .when(forget)
        .then(forgotten)
    given(extracted(one), forgotten).when(forget).thenNothing()
  })
  it('refuses the result of a job that was under way', () => {
    given(extracted(one), forgotten).when(recordFound(one)).thenRefused('account-closed')
    given(forgotten).when(recordFailed).thenRefused('account-closed')
  })
  it('lets others have the page read anew', () => {
    const asked = { ...recordFound(one), known: { askerIsOpen: true } }
    given(extracted(one), forgotten).when(asked).then(extracted(one))
    given(forgotten, extracted(two)).when(recordFound(one)).then(extracted(one))
  })
})

describe('DropVersions', () => {
  const hashes = Array.from({ length: 23 }, (_, n) => n.toString(16).padStart(64, '0'))
  const versions = hashes.map(extracted)
  const drop = (...noted: string[]) =>
    ({ type: 'DropVersions', articleId: key.articleId, known: { noted: new Set(noted) }, now: at }) as const
  const dropped = (...contentHashes: (string | undefined)[]): ArticleEvent => ({
    type: 'ArticleVersionsDropped',
    data: { articleId: key.articleId, contentHashes: contentHashes as string[], at },
  })

  it('drops what is older than the newest 20, but for what a note points to', () => {
    given(...versions)
      .when(drop())
      .then(dropped(...hashes.slice(0, 3)))
    given(...versions)
      .when(drop(hashes[1] ?? ''))
      .then(dropped(hashes[0], hashes[2]))
  })
  it('stays quiet where there are 20, where all older ones are noted, and when repeated', () => {
    given(...versions.slice(0, 20))
      .when(drop())
      .thenNothing()
    given(...versions.slice(0, 21))
      .when(drop(hashes[0] ?? ''))
      .thenNothing()
    given(...versions, dropped(...hashes.slice(0, 3)))
      .when(drop())
      .thenNothing()
    given(failed).when(drop()).thenNothing()
  })
  it('takes a version that came back for as new as its last coming', () => {
    const [first = ''] = hashes
    given(...versions, extracted(first))
      .when(drop())
      .then(dropped(...hashes.slice(1, 4)))
    given(...versions, dropped(first), extracted(first))
      .when(drop())
      .then(dropped(...hashes.slice(1, 4)))
  })
})

describe('versions of an article', () => {
  it('are the latest 200, so that a page that is never the same twice does not grow', () => {
    const events = Array.from({ length: 300 }, (_, n) => extracted(String(n).padStart(64, '0')))
    const state = foldAll(article, [...events, extracted('1'.padStart(64, '0'))])
    if (state.status !== 'ready') throw new Error('the article is not ready')
    expect(state.versions.size).toBe(200)
    expect([...state.versions].at(-1)).toBe(state.contentHash)
    expect(state.versions.has(String(299).padStart(64, '0'))).toBe(true)
    expect(state.versions.has(String(50).padStart(64, '0'))).toBe(false)
  })
})
