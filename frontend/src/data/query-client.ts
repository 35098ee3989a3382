import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'
import { askAgainWhenBehind } from './reading.ts'

/** Many open tabs may exceed the server's limit on concurrent reads (429), so reads are retried. */
const RETRIES_MAX = 5
const isTooManyRequests = (error: Error) => error instanceof ApiError && error.status === 429

/**
 * Loaded data stays until it is invalidated, because the server pushes changes (data/push).
 * @param onError called for each query that fails
 */
export const createQueryClient = (onError: (error: Error) => void = () => undefined): QueryClient =>
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
      },
    },
  })
