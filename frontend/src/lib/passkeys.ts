import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { sendOk } from './api.ts'

// It loads when it is used.

/** Whether the person closed the browser's dialog, or another one has taken its place. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

/** What the browser says of a passkey that it does not make, for people. */
export const passkeyProblem = (error: unknown): string | undefined =>
  error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    ? 'This device has a passkey for your account already.'
    : undefined

/**
 * Has the person choose a passkey: in a dialog, or with `isAutofill` in the list below the login field, for as long as the page
 * stays. Throws or gives undefined where none was chosen; the browser takes one question at a time, and a new one ends the former.
 */
export const choosePasskey = async (isAutofill: boolean, page?: AbortSignal): Promise<unknown> => {
  if (isAutofill && !(await browserSupportsWebAuthnAutofill())) return undefined
  const answer = await sendOk({ method: 'POST', path: '/api/auth/passkey/options', body: {} })
  const optionsJSON: PublicKeyCredentialRequestOptionsJSON = await answer.json()
  if (page?.aborted) return undefined
  page?.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony())
  return startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill })
}

/** Opens a session. Throws ApiError with the server's sentence. */
export const sendPasskey = async (credential: unknown): Promise<unknown> =>
  (await sendOk({ method: 'POST', path: '/api/auth/passkey', body: { credential } })).json()

/** Has this device make a passkey of these options. */
export const makePasskey = (options: unknown): Promise<unknown> =>
  startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
