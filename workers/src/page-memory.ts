import { FetchFailure } from '@lectern/platform/safe-fetch/failure.ts'

/** Many pages of 5 MB may be on their way at once, and reading them is slower than fetching them. */
const maxHeldBytes = 64 * 1024 * 1024
const retryAfterMs = 2_000

/** Bounds the bytes of all pages that are being fetched or wait to be read. */
export function pageMemory(max = maxHeldBytes) {
  let held = 0
  return {
    /** For one page, until it is left. */
    enter() {
      let own = 0
      return {
        /** @throws FetchFailure host-busy where there is no room */
        take(bytes: number) {
          if (held + bytes > max)
            throw new FetchFailure('host-busy', 'enough pages wait to be read', { retryAfterMs })
          held += bytes
          own += bytes
        },
        leave() {
          held -= own
          own = 0
        },
      }
    },
  }
}
export type PageMemory = ReturnType<typeof pageMemory>
