import { User } from '@lectern/contracts/api/account.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { getJson, sendOk } from './api.ts'
import { writeStored } from './storage.ts'

/** The signed-in user, or null. A refusal and a failed connection both mean signed out. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }): Promise<User | null> =>
    getJson('/api/user', User, { cache: 'no-store', signal }).catch((error: unknown) => {
      if (signal.aborted) throw error
      return null
    }),
})

export type Session = { user: User | null; isLoading: boolean; isAuthenticated: boolean }

export const useSession = (): Session => {
  const { data, isPending } = useQuery(userQuery)
  return { user: data ?? null, isLoading: isPending, isAuthenticated: data != null }
}

/** The user, for screens behind the login. */
export const useUser = (): User => {
  const { user } = useSession()
  if (!user) throw new Error('useUser is used without a session')
  return user
}

const isNotUser = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'user'

/** Asks the server who is signed in. Clears the loaded data when the user changed. */
export const useRefreshSession = (): (() => Promise<User | null>) => {
  const client = useQueryClient()
  return useCallback(async () => {
    const before = client.getQueryData(userQuery.queryKey)
    const user = await client.fetchQuery({ ...userQuery, staleTime: 0 })
    if (before && before.id !== user?.id) void client.resetQueries({ predicate: isNotUser })
    return user
  }, [client])
}

/** Tells other tabs of a sign-in or sign-out through a storage event. */
export const announceSession = (): void => writeStored('session', String(Date.now()))

/** Checks the session whenever another tab changes storage. */
export const useSessionAcrossTabs = (): void => {
  const refresh = useRefreshSession()
  useEffect(() => {
    const onStorage = () => void refresh()
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [refresh])
}

/** Ends the session on the server, then clears the loaded data. Throws when the server does not confirm. */
export const useSignOut = (): (() => Promise<void>) => {
  const client = useQueryClient()
  return async () => {
    await sendOk('POST', '/api/logout')
    announceSession()
    client.setQueryData(userQuery.queryKey, null)
    client.removeQueries({ predicate: isNotUser })
  }
}
