import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

/** Many open tabs may exceed the server's limit on concurrent reads (429), so reads are retried. */
const RETRIES_MAX = 5
const isTooManyRequests = (error: Error) => error instanceof ApiError && error.status === 429

/** Loaded data stays until it is invalidated, because the server pushes changes (app/live-changes.ts). */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => isTooManyRequests(error) && failures < RETRIES_MAX,
        retryDelay: 1_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
