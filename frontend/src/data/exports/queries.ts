import { type Export, ExportList } from '@lectern/contracts/api/exports.ts'
import { queryOptions } from '@tanstack/react-query'
import { getJson } from '../../lib/api.ts'
import { keys } from '../links/keys.ts'

/** The exports that are kept, newest first. Pushed changes bring their progress. */
export const exportsQuery = queryOptions({
  queryKey: keys.exports,
  queryFn: async ({ signal }) => (await getJson('/api/exports', ExportList, { signal })).exports,
  staleTime: 0,
})

export const isBeingMade = ({ status }: Export): boolean => status === 'waiting' || status === 'running'

/** Whole percent of the links that are written. */
export const percentWritten = ({ status, written, total }: Export): number =>
  status === 'done' ? 100 : Math.min(99, Math.floor((100 * written) / Math.max(1, total ?? 0)))
