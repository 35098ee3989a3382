import { InvitationList, MemberList } from '@lectern/contracts/api/sharing.ts'
import { queryOptions } from '@tanstack/react-query'
import { type Id, inLibrary, numberOf, ownerOf } from '../../data/id.ts'
import { useLibrary } from '../../data/library/use-library.tsx'
import { keys } from '../../data/links/keys.ts'
import { useSessionControl } from '../../data/session/use-session.tsx'
import { ApiError, getJson, sendOk, type Write } from '../../lib/api.ts'

/** The path of a call about a collection, one's own or of somebody else. */
export const collectionPath = (id: Id, rest: string): string =>
  inLibrary(`/api/collections/${numberOf(id)}${rest}`, ownerOf(id))

/** Who takes part in a collection. */
export const membersQuery = (id: Id) =>
  queryOptions({
    queryKey: [...keys.sharing, 'members', id],
    queryFn: ({ signal }) => getJson(collectionPath(id, '/members'), MemberList, { signal }),
    staleTime: 0,
  })

/** The open invitations of one's own collection. */
export const invitationsQuery = (id: Id) =>
  queryOptions({
    queryKey: [...keys.sharing, 'invitations', id],
    queryFn: ({ signal }) => getJson(collectionPath(id, '/invitations'), InvitationList, { signal }),
    staleTime: 0,
  })

/**
 * Writes about who shares a collection need the server's answer, so that they are no acts. Throws like sendOk; where the session has
 * ended, the person is asked to sign in. Then all about sharing is read again.
 */
export const useSharingWrite = () => {
  const session = useSessionControl()
  const { client } = useLibrary()
  return async (write: Write, key?: string): Promise<Response> => {
    try {
      return await sendOk(write, key)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) session.expire()
      throw error
    } finally {
      for (const queryKey of [keys.sharing, keys.shared, keys.collections])
        void client.invalidateQueries({ queryKey })
    }
  }
}
