import { User } from '@lectern/contracts/api/account.ts'
import type { LoginRequest, SignupRequest } from '@lectern/contracts/api/account-requests.ts'
import { CODE_HEADER } from '@lectern/contracts/api/codes.ts'
import { SignInMethods } from '@lectern/contracts/api/passkeys.ts'
import { useEffect, useState } from 'react'
import { useSessionControl } from '../../data/session/use-session.tsx'
import { ApiError, getJson, send, sendOk } from '../../lib/api.ts'
import { hasPasskeys } from '../../lib/has-passkeys.ts'

/** A refused login, perhaps for the want of a code after the right password. */
export class LoginError extends ApiError {
  readonly needsCode: boolean

  constructor(status: number, message: string, needsCode: boolean) {
    super(status, message)
    this.needsCode = needsCode
  }
}

/** Opens a session. Throws LoginError with the server's message, which POST /api/login answers as plain text. */
export const useSignIn = (): ((login: LoginRequest) => Promise<void>) => {
  const session = useSessionControl()
  return login =>
    session.change(async () => {
      const response = await send({ method: 'POST', path: '/api/login', body: login })
      if (!response.ok) {
        const needsCode = response.headers.has(CODE_HEADER)
        throw new LoginError(response.status, await response.text(), needsCode)
      }
      // An answer without the plan is not a complete user, so the server is asked for the user.
      return User.safeParse(await response.json()).data ?? null
    })
}

/** Both the server and this browser can do these; undefined until that is known. */
export const useMethods = (): SignInMethods | undefined => {
  const [methods, setMethods] = useState<SignInMethods>()
  useEffect(() => {
    void getJson('/api/auth/methods', SignInMethods)
      // The password is left to whoever cannot ask.
      .catch(() => ({ passkeys: false }))
      .then(({ passkeys }) => setMethods({ passkeys: passkeys && hasPasskeys() }))
  }, [])
  return methods
}

/** The two steps of signing in by a passkey. Both throw with a sentence for the person. */
export const usePasskeySignIn = () => {
  const session = useSessionControl()
  return {
    /** undefined where the person chose none. */
    choose: async (isAutofill: boolean, page?: AbortSignal): Promise<unknown> => {
      const { choosePasskey, isCancelled } = await import('../../lib/passkeys.ts')
      try {
        return await choosePasskey(isAutofill, page)
      } catch (error) {
        // What fails in the background is told where the person asks for it.
        if (isAutofill || isCancelled(error)) return undefined
        throw error
      }
    },
    signIn: (credential: unknown): Promise<void> =>
      session.change(async () => {
        const { sendPasskey } = await import('../../lib/passkeys.ts')
        return User.safeParse(await sendPasskey(credential)).data ?? null
      }),
  }
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
