import { User } from '@lectern/contracts/api/account.ts'
import type { LoginRequest, SignupRequest } from '@lectern/contracts/api/account-requests.ts'
import { useSessionControl } from '../../data/session/use-session.tsx'
import { ApiError, send, sendOk } from '../../lib/api.ts'

/** Opens a session. Throws ApiError with the server's message, which POST /api/login answers as plain text. */
export const useSignIn = (): ((login: LoginRequest) => Promise<void>) => {
  const session = useSessionControl()
  return login =>
    session.change(async () => {
      const response = await send({ method: 'POST', path: '/api/login', body: login })
      if (!response.ok) throw new ApiError(response.status, await response.text())
      // An answer without the plan is not a complete user, so the server is asked for the user.
      return User.safeParse(await response.json()).data ?? null
    })
}

/**
 * Opens an account and its first session. Calls onOpened in between, before the screens are mounted anew for the user.
 * Throws ApiError; its details say hasAccount when the email has an account.
 */
export const useSignUp = (onOpened: () => void): ((signup: SignupRequest, key: string) => Promise<void>) => {
  const session = useSessionControl()
  return (signup, key) =>
    session.change(async () => {
      await sendOk({ method: 'POST', path: '/api/signup', body: signup }, key)
      onOpened()
      return null
    })
}
