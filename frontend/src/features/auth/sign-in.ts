import { type LoginRequest, type SignupRequest, User } from '@lectern/contracts/api/account.ts'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError, send, sendOk } from '../../lib/api.ts'
import { announceSession, userQuery } from '../../lib/session.ts'

/** Opens a session. Throws ApiError with the server's message, which POST /api/login answers as plain text. */
export const useSignIn = (): ((login: LoginRequest) => Promise<void>) => {
  const client = useQueryClient()
  return async login => {
    const response = await send('POST', '/api/login', login)
    if (!response.ok) throw new ApiError(response.status, await response.text())
    const { data: user } = User.safeParse(await response.json())
    // An answer without the plan is not a complete user.
    if (user) client.setQueryData(userQuery.queryKey, user)
    else await client.fetchQuery({ ...userQuery, staleTime: 0 })
    announceSession()
  }
}

/** Opens an account and its first session. Throws ApiError; hasAccount is true when the email has an account. */
export const signUp = async (signup: SignupRequest, key: string): Promise<void> => {
  await sendOk('POST', '/api/signup', signup, key)
  announceSession()
}
