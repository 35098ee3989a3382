import { z } from 'zod/mini'
import { PASSWORD_MAX } from '../limits.ts'

const present = z
  .string('Your present password is required')
  .check(
    z.minLength(1, 'Your present password is required'),
    z.maxLength(PASSWORD_MAX, 'This is not your present password.'),
  )

/**
 * Calls that change how one signs in, or give others access, take the present password. Without it the session must be confirmed:
 * the person signed in by a passkey, or called POST /api/auth/confirm, within CONFIRMED_MINUTES. Otherwise 403 confirmation-needed.
 */
export const currentPassword = z.optional(present)

/** POST /api/auth/confirm: the person who uses the session is the account's owner. */
export const ConfirmRequest = z.object({ password: present })
export const ConfirmAnswer = z.object({
  /** When the confirmation ends, ISO 8601. */
  until: z.string(),
})
export type ConfirmAnswer = z.infer<typeof ConfirmAnswer>

/** How a person signs in. */
export const SignedInBy = z.enum(['password', 'passkey'])
export type SignedInBy = z.infer<typeof SignedInBy>
