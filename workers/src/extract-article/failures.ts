import type { ExtractionFailure } from '@lectern/contracts/extraction-failures.ts'
import type { FetchFailure } from '@lectern/platform/safe-fetch/failure.ts'
import { mimeTypeOf } from '@lectern/platform/safe-fetch/safe-fetch.ts'

/** The reason that a person sees when a page could not be fetched. */
export function failureCodeOf(failure: FetchFailure): ExtractionFailure {
  switch (failure.code) {
    case 'bad-url':
    case 'blocked-address':
    case 'timeout':
    case 'too-many-redirects':
    case 'too-large':
      return failure.code
    case 'dns-failed':
    case 'connect-failed':
      return 'unreachable'
    case 'tls-failed':
      return 'insecure'
    case 'bad-response':
      return 'site-error'
    case 'host-busy':
      return 'site-busy'
    case 'wrong-type':
      return reasonOfType(mimeTypeOf(failure.contentType ?? ''))
    case 'http-status':
      return reasonOfStatus(failure.status ?? 0)
  }
}

function reasonOfType(type: string): ExtractionFailure {
  if (type === 'application/pdf') return 'is-pdf'
  if (type.startsWith('image/')) return 'is-image'
  if (/^(audio|video)\//.test(type)) return 'is-media'
  return 'is-file'
}

function reasonOfStatus(status: number): ExtractionFailure {
  if (status === 404 || status === 410) return 'not-found'
  if (status === 401 || status === 402 || status === 407) return 'sign-in-required'
  if (status === 429 || status === 503) return 'site-busy'
  return status < 500 && status >= 400 ? 'refused' : 'site-error'
}
