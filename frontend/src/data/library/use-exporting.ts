import type { ExportRequest } from '@lectern/contracts/api/export-requests.ts'
import { Export } from '@lectern/contracts/api/exports.ts'
import { ApiError, sendOk, type Write } from '../../lib/api.ts'
import { keys } from '../links/keys.ts'
import { useSessionControl } from '../session/use-session.tsx'
import { useLibrary } from './use-library.tsx'

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
