import type { ExportRequest } from '@lectern/contracts/api/export-requests.ts'
import { Export, ExportList } from '@lectern/contracts/api/exports.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, getJson, sendOk, type Write } from '../../lib/api.ts'
import { keys } from '../links/keys.ts'
import { useSessionControl } from '../session/use-session.tsx'
import { useLibrary } from '../use-library.tsx'

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

/** Asks for an export, and removes one. Both throw like sendOk; where the session has ended, the person is asked to sign in. */
export const useExporting = () => {
  const session = useSessionControl()
  const { client } = useLibrary()
  const write = async (what: Write): Promise<Response> => {
    try {
      return await sendOk(what)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) session.expire()
      throw error
    } finally {
      void client.invalidateQueries({ queryKey: keys.exports })
    }
  }
  return {
    ask: async (body: ExportRequest): Promise<Export> =>
      Export.parse(await (await write({ method: 'POST', path: '/api/exports', body })).json()),
    remove: (id: string): Promise<unknown> => write({ method: 'DELETE', path: `/api/exports/${id}` }),
  }
}
