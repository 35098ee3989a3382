import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Reads again what these filters match. React Query does not start a first load anew that is under way, and the server may
 * have answered it before the change: such data is read again when it has come. Throws what a failed request throws.
 */
export const readAgain = async (client: QueryClient, filters: QueryFilters): Promise<void> => {
  const loading = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined)
  const invalidate = (some: QueryFilters) => client.invalidateQueries(some, { throwOnError: true })
  const afterLoad = async (queryKey: readonly unknown[], load: Promise<unknown> | undefined) => {
    await load?.catch(() => undefined)
    await invalidate({ queryKey, exact: true })
  }
  await Promise.all([
    invalidate(filters),
    ...loading.map(({ queryKey, promise }) => afterLoad(queryKey, promise)),
  ])
}
