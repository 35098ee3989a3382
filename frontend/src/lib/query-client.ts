import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

/** Many tabs at once may ask for more than the server answers at once: it says so with 429, and answers a moment later. */
const TRIES_MAX = 5
const isCrowded = (error: Error) => error instanceof ApiError && error.status === 429

/** What is loaded stays until something names it stale: the server tells of changes (app/live-changes.ts). */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => isCrowded(error) && failures < TRIES_MAX,
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
