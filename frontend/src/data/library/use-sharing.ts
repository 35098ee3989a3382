import { CreatedShare, type CreateShareRequest } from '@lectern/contracts/api/shares.ts'
import { ApiError, sendOk, type Write } from '../../lib/api.ts'
import { keys } from '../links/keys.ts'
import { useSessionControl } from '../session/use-session.tsx'
import { sharesQuery } from '../shares/queries.ts'
import { useLibrary } from './use-library.tsx'

/**
 * Makes, renews and withdraws public links. They are no acts of the outbox: nothing becomes public later than a person sees it. All
 * throw like sendOk; where the session has ended, the person is asked to sign in.
 */
export const useSharing = () => {
  const session = useSessionControl()
  const { client } = useLibrary()
  const write = async (what: Write, key?: string): Promise<Response> => {
    try {
      return await sendOk(what, key)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) session.expire()
      throw error
    } finally {
      void client.invalidateQueries({ queryKey: sharesQuery.queryKey })
      void client.invalidateQueries({ queryKey: keys.history })
    }
  }
  const made = async (response: Response) => CreatedShare.parse(await response.json())
  return {
    make: async (body: CreateShareRequest, key: string): Promise<CreatedShare> =>
      made(await write({ method: 'POST', path: '/api/shares', body }, key)),
    renew: async (id: string): Promise<CreatedShare> =>
      made(await write({ method: 'POST', path: `/api/shares/${id}/renew` })),
    withdraw: (id: string): Promise<unknown> => write({ method: 'DELETE', path: `/api/shares/${id}` }),
  }
}
