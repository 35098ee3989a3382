import { setTimeout as pause } from 'node:timers/promises'
import { FetchFailure } from '@lectern/platform/safe-fetch/failure.ts'
import type { SafeFetch } from '@lectern/platform/safe-fetch/safe-fetch.ts'
import { NoImage } from './copies.ts'

const maxFileBytes = 10 * 1024 * 1024
/** A host that wants a longer pause is not waited for. */
const longestPauseMs = 5_000

type Turn = {
  /** Aborts when the time of the article is over, or the process is asked to end. */
  readonly signal: AbortSignal
  /** Whether requests for pages go first. */
  readonly leavesOne: boolean
}

/** The bytes of an image, by an http(s) or data url. Waits for a place at its host. @throws FetchFailure, NoImage; the signal's reason */
export async function fetchFile(
  address: string,
  { signal, leavesOne }: Turn,
  safeFetch: SafeFetch,
): Promise<Uint8Array> {
  if (address.startsWith('data:')) return inlineFile(address)
  for (;;) {
    try {
      const { body } = await safeFetch(address, {
        maxBytes: maxFileBytes,
        accepts: isPerhapsImage,
        leavesOne,
        signal,
      })
      return body
    } catch (error) {
      if (!(error instanceof FetchFailure) || error.code !== 'host-busy') throw error
      const { retryAfterMs = Number.POSITIVE_INFINITY } = error
      if (retryAfterMs > longestPauseMs) throw error
      await pause(retryAfterMs, undefined, { signal })
    }
  }
}

/** Hosts send images under many types. The first bytes decide later; this only spares the download of pages. */
const isPerhapsImage = (type: string) => !/^(text|video|audio)\/|svg|json|html/.test(type)

function inlineFile(address: string): Uint8Array {
  const [, base64] = /^data:image\/[a-z]+;base64,(.*)$/is.exec(address) ?? []
  if (base64 === undefined) throw new NoImage('no image in the address')
  return Buffer.from(base64, 'base64')
}
