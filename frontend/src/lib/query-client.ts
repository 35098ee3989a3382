import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

/** Many tabs at once may ask for more than the server answers at once: it says so with 429, and answers a moment later. */
const RETRIES_MAX = 5
const isTooManyRequests = (error: Error) => error instanceof ApiError && error.status === 429

/** What is loaded stays until something names it stale: the server tells of changes (app/live-changes.ts). */
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
