import { FetchFailure } from '@lectern/platform/safe-fetch/failure.ts'
import type { Rank } from '../rank.ts'

/** 64 pages of 5 MB may arrive at once, and reading them is slower than fetching them. */
const maxHeldBytes = 64 * 1024 * 1024
const retryAfterMs = 2_000

/** Bounds the bytes of all pages that are being fetched or wait to be read. Bulk pages find no room beyond half of it. */
export function pageMemory(max = maxHeldBytes) {
  let held = 0
  return {
    /** Begins one page, which holds its bytes until leave(). */
    enter(rank: Rank) {
      const most = rank === 'bulk' ? max / 2 : max
      let own = 0
      return {
        /** @throws FetchFailure host-busy when there is no room */
        take(bytes: number) {
          if (held + bytes > most)
            throw new FetchFailure('host-busy', 'too many bytes of pages wait to be read', { retryAfterMs })
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
