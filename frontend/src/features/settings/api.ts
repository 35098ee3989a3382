import { AccessList } from '@lectern/contracts/api/access.ts'
import { AccountSettings, EndedSessions, Receipts } from '@lectern/contracts/api/account-settings.ts'
import type { Plan } from '@lectern/contracts/plans.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useLibrary } from '../../data/library/use-library.tsx'
import { keys } from '../../data/links/keys.ts'
import { useSessionControl } from '../../data/session/use-session.tsx'
import { ApiError, getJson, sendOk, type Write } from '../../lib/api.ts'

/** A change of email that waits, and the open sessions. A pushed change brings them up to date. */
export const accountQuery = queryOptions({
  queryKey: keys.account,
  queryFn: ({ signal }) => getJson('/api/account', AccountSettings, { signal }),
})

/** What programs may use the library with. A pushed change of the account brings it up to date. */
export const accessQuery = queryOptions({
  queryKey: [...keys.account, 'access'],
  queryFn: ({ signal }) => getJson('/api/account/access', AccessList, { signal, cache: 'no-store' }),
})

/** Payments of the person. Stripe is asked each time the page opens, and when the plan changes. */
export const receiptsQuery = (plan: Plan) =>
  queryOptions({
    queryKey: ['receipts', plan],
    queryFn: async ({ signal }) =>
      (await getJson('/api/account/receipts', Receipts, { signal, cache: 'no-store' })).receipts,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/**
 * Sends a change of the account, and reads it again. Throws like sendOk; where the session has ended, the person is asked to
 * sign in over the page, which keeps what is typed.
 */
export const useChangeAccount = (): ((write: Write, key?: string) => Promise<Response>) => {
  const session = useSessionControl()
  const { client } = useLibrary()
  return async (write, key) => {
    try {
      return await sendOk(write, key)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) session.expire()
      throw error
    } finally {
      void client.invalidateQueries({ queryKey: keys.account })
    }
  }
}

/** Ends one session, or all others. @returns how many ended */
export const useEndSessions = (): ((id?: string) => Promise<number>) => {
  const change = useChangeAccount()
  return async id => {
    const path = `/api/account/sessions${id === undefined ? '' : `/${id}`}`
    const response = await change({ method: 'DELETE', path })
    return EndedSessions.parse(await response.json()).ended
  }
}
