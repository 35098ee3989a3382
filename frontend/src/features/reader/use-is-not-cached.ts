import { ANSWER_WAIT_MS } from '../../data/reading.ts'
import { useIsOffline } from '../../data/session/use-is-offline.ts'
import { ApiError } from '../../lib/api.ts'
import { useHasLasted } from '../../lib/use-has-lasted.ts'

/**
 * Whether an article that is not there is one that only the server has: there is no connection, or it gives no answer.
 * What the device keeps is there before that.
 */
export const useIsNotCached = (error: Error | null): boolean => {
  const isOffline = useIsOffline()
  const isLate = useHasLasted(isOffline, ANSWER_WAIT_MS)
  return error === null ? isLate : isOffline || !(error instanceof ApiError) || error.isPage
}
