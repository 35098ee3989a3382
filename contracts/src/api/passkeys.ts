import { z } from 'zod/mini'
import { PASSKEY_NAME_MAX } from '../limits.ts'
import { currentPassword } from './confirmation.ts'
import { givenName } from './text.ts'

const name = givenName(PASSKEY_NAME_MAX)

const UNREADABLE = 'This passkey could not be read. Please try again.'
/** A browser gives this for a passkey: PublicKeyCredential.toJSON() of WebAuthn. The server's library reads the rest of it. */
const credential = z.looseObject(
  {
    id: z.string(UNREADABLE).check(z.maxLength(1_400, UNREADABLE), z.regex(/^[\w-]+$/, UNREADABLE)),
    rawId: z.string(UNREADABLE),
    type: z.literal('public-key', UNREADABLE),
    response: z.looseObject({ clientDataJSON: z.string(UNREADABLE) }, UNREADABLE),
  },
  UNREADABLE,
)

/** POST /api/account/passkeys/options: what the browser makes a passkey of, PublicKeyCredentialCreationOptionsJSON. */
export const PasskeyOptionsRequest = z.object({ currentPassword })

/** POST /api/account/passkeys: 201 Passkey. The options are good for one, within minutes, and stand for the confirmation. */
export const AddPasskeyRequest = z.object({ name, credential })

/** PATCH /api/account/passkeys/:id */
export const RenamePasskeyRequest = z.object({ name })

/** DELETE /api/account/passkeys/:id */
export const RemovePasskeyRequest = z.object({ currentPassword })

/** POST /api/auth/passkey: LoginAnswer. POST /api/auth/passkey/options gives PublicKeyCredentialRequestOptionsJSON. */
export const PasskeySignInRequest = z.object({ credential })

export const Passkey = z.object({
  id: z.guid(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type Passkey = z.infer<typeof Passkey>

/** GET /api/auth/methods: what the sign-in page offers. */
export const SignInMethods = z.object({ passkeys: z.boolean() })
export type SignInMethods = z.infer<typeof SignInMethods>
