import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createQueryClient } from './query-client.ts'

/** A query for visitors, too, who have no library and hence no client of their own. */
export const usePublicQuery = <T, Key extends QueryKey>(
  options: UseQueryOptions<T, Error, T, Key>,
): UseQueryResult<T> => {
  const [client] = useState(() => createQueryClient())
  return useQuery(options, client)
}
