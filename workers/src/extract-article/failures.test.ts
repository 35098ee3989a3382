import { extractionFailureCodes } from '@lectern/contracts/extraction-failures.ts'
import { FetchFailure } from '@lectern/platform/safe-fetch/failure.ts'
import { expect, test } from 'vitest'
import { failureCodeOf } from './failures.ts'

test.each([
  [new FetchFailure('bad-url', ''), 'bad-url'],
  [new FetchFailure('blocked-address', ''), 'blocked-address'],
  [new FetchFailure('dns-failed', ''), 'unreachable'],
  [new FetchFailure('connect-failed', ''), 'unreachable'],
  [new FetchFailure('tls-failed', ''), 'insecure'],
  [new FetchFailure('timeout', ''), 'timeout'],
  [new FetchFailure('too-many-redirects', ''), 'too-many-redirects'],
  [new FetchFailure('too-large', ''), 'too-large'],
  [new FetchFailure('bad-response', ''), 'site-error'],
  [new FetchFailure('host-busy', ''), 'site-busy'],
  [new FetchFailure('wrong-type', '', { contentType: 'application/pdf' }), 'is-pdf'],
  [new FetchFailure('wrong-type', '', { contentType: 'image/png' }), 'is-image'],
  [new FetchFailure('wrong-type', '', { contentType: 'Video/MP4; x=y' }), 'is-media'],
  [new FetchFailure('wrong-type', '', { contentType: 'application/zip' }), 'is-file'],
  [new FetchFailure('http-status', '', { status: 404 }), 'not-found'],
  [new FetchFailure('http-status', '', { status: 410 }), 'not-found'],
  [new FetchFailure('http-status', '', { status: 401 }), 'sign-in-required'],
  [new FetchFailure('http-status', '', { status: 402 }), 'sign-in-required'],
  [new FetchFailure('http-status', '', { status: 403 }), 'refused'],
  [new FetchFailure('http-status', '', { status: 429 }), 'site-busy'],
  [new FetchFailure('http-status', '', { status: 500 }), 'site-error'],
  [new FetchFailure('http-status', '', { status: 503 }), 'site-busy'],
  [new FetchFailure('http-status', '', { status: 304 }), 'site-error'],
])('%o is %s', (failure, reason) => {
  expect(failureCodeOf(failure)).toBe(reason)
  expect(extractionFailureCodes).toContain(reason)
})
