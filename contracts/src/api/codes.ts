import { z } from 'zod/mini'
import { currentPassword } from './confirmation.ts'

/** Characters of a one-time code or a recovery code at most, with all that people type between them. */
const CODE_MAX = 40
const NO_CODE = 'Please type the code.'

/** A code as it is typed: blanks and hyphens do not count. */
export const typedCode = z
  .string(NO_CODE)
  .check(z.trim(), z.minLength(1, NO_CODE), z.maxLength(CODE_MAX, 'This code is not right.'))

/** POST /api/account/totp: CodesSecret. Codes are not asked for before one was typed. DELETE ends them. */
export const CodesRequest = z.object({ currentPassword })
export const CodesSecret = z.object({
  /** base32, for apps without a camera */
  secret: z.string(),
  /** otpauth://…, for a QR code */
  uri: z.string(),
})
export type CodesSecret = z.infer<typeof CodesSecret>

/** POST /api/account/totp/confirm: codes are asked for from now on. */
export const ConfirmCodesRequest = z.object({ code: typedCode })
export const RecoveryCodes = z.object({
  /** Shown this once, each good once. */
  recoveryCodes: z.array(z.string()),
})
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

/** Header of the 401 of POST /api/login where the password is right and a code is wanted. */
export const CODE_HEADER = 'lectern-code'
