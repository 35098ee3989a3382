import { type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'
import { askAgainWhenBehind } from './reading.ts'

/** Many open tabs may exceed the server's limit on concurrent reads (429), so reads are retried. */
const RETRIES_MAX = 5
const isTooManyRequests = (error: Error) => error instanceof ApiError && error.status === 429

/** Gives what the device has in place of an answer that did not come, or throws the error. */
export type Instead = (error: unknown, query: Query) => Promise<unknown>

const throwIt: Instead = async error => {
  throw error
}

/**
 * Loaded data stays until it is invalidated, because the server pushes changes (data/push).
 * @param onError called for each query that fails
 */
export const createQueryClient = (
  onError: (error: Error) => void = () => undefined,
  instead: Instead = throwIt,
): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => isTooManyRequests(error) && failures < RETRIES_MAX,
        retryDelay: 1_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: askAgainWhenBehind,
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
        persister: async (read, context, query) => {
          try {
            return await read(context)
          } catch (error) {
            return instead(error, query)
          }
        },
      },
    },
  })
