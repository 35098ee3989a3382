import { z } from 'zod/mini'
import { EMAIL_MAX, FIRST_NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../limits.ts'
import { Tier } from '../plans.ts'
import { SignupRequest, UNSEEN } from './account-requests.ts'
import { currentPassword, SignedInBy } from './confirmation.ts'
import { Passkey } from './passkeys.ts'

const newPassword = z
  .string('Password must be at least 6 characters long')
  .check(
    z.minLength(PASSWORD_MIN, 'Password must be at least 6 characters long'),
    z.maxLength(PASSWORD_MAX, 'Password is too long'),
  )
const token = (message: string) => z.string(message).check(z.minLength(1, message), z.maxLength(200, message))

/** POST /api/forgot-password. The answer is the same for unknown addresses. */
export const ForgotPasswordRequest = z.object({
  email: z
    .string('Email is required')
    .check(
      z.trim(),
      z.minLength(1, 'Email is required'),
      z.maxLength(EMAIL_MAX, 'Please enter a valid email'),
    ),
})
export const RESET_LINK_SENT = "If an account exists with that email, we've sent you a password reset link."

/** POST /api/reset-password. Signs nobody in, and ends all sessions of the account. */
export const ResetPasswordRequest = z.object({
  token: token('Invalid reset token'),
  password: newPassword,
})
export const ResetPasswordAnswer = z.object({
  /** Whether the session of the request ended with the others of the account. */
  endedThis: z.boolean(),
})
export type ResetPasswordAnswer = z.infer<typeof ResetPasswordAnswer>

/** POST /api/account/password. Ends the other sessions. */
export const ChangePasswordRequest = z.object({ currentPassword, password: newPassword })

/** POST /api/account/email. The email counts once the links mailed to both addresses have confirmed it; DELETE gives it up. */
export const ChangeEmailRequest = z.object({ email: SignupRequest.shape.email, currentPassword })

/** POST /api/account/confirm-email, with the token of a link in either mail. */
export const ConfirmEmailRequest = z.object({ token: token('This link is not valid.') })
export const ConfirmEmailAnswer = z.object({
  /** Whether the new email counts now; else the other address has yet to confirm it. */
  changed: z.boolean(),
})
export type ConfirmEmailAnswer = z.infer<typeof ConfirmEmailAnswer>

/** What a person types to confirm that the account is to be deleted. */
export const DELETE_CONFIRMATION = 'DELETE'

/** POST /api/account/delete. Signs out everywhere. Nothing brings the account back. */
export const DeleteAccountRequest = z.object({
  currentPassword,
  confirmation: z.string(`Please type ${DELETE_CONFIRMATION}`).check(
    z.trim(),
    z.refine(
      text => text.toUpperCase() === DELETE_CONFIRMATION,
      `Please type ${DELETE_CONFIRMATION} to confirm.`,
    ),
  ),
})

/** PUT /api/account/username. */
export const ChangeUsernameRequest = z.object({ username: SignupRequest.shape.username })

/** PUT /api/account/first-name. An empty one removes the name. */
export const ChangeFirstNameRequest = z.object({
  firstName: z.string('Please enter a name').check(
    z.trim(),
    z.maxLength(FIRST_NAME_MAX, 'Name is too long'),
    z.refine(name => name.isWellFormed() && !UNSEEN.test(name), 'A name cannot contain invisible characters'),
  ),
})

/** Told for a token that we did not sign. */
export const NO_UNSUBSCRIBE_LINK = 'This link is not valid. Use the one at the end of a mail from us.'
/**
 * POST /api/unsubscribe, with the signed token of a link in a mail, or with an email alone: then the answer is the same for
 * unknown addresses. Ends mails that one can do without. PUT /api/account/news has the caller get them again.
 */
export const UnsubscribeRequest = z.union(
  [z.object({ token: token(NO_UNSUBSCRIBE_LINK) }), ForgotPasswordRequest],
  NO_UNSUBSCRIBE_LINK,
)

/** GET /api/account: what the settings page shows beside the user. */
export const AccountSettings = z.object({
  /** An email that waits to be confirmed, and by which addresses it was. */
  emailChange: z.nullable(
    z.object({
      email: z.string(),
      oldConfirmed: z.boolean(),
      newConfirmed: z.boolean(),
      expiresAt: z.string(),
    }),
  ),
  codes: z.object({
    /** Whether one is asked for after the password. */
    areOn: z.boolean(),
    recoveryCodesLeft: z.int(),
  }),
  /** The oldest first. */
  passkeys: z.array(Passkey),
  /** Latest use first. */
  sessions: z.array(
    z.object({
      id: z.guid(),
      /** Such as Firefox on Linux; null where it is unknown. */
      device: z.nullable(z.string()),
      /** A shortened network address; null for sessions from before it was kept. */
      network: z.nullable(z.string()),
      /** null for sessions from before it was kept. */
      signedInBy: z.nullable(SignedInBy),
      createdAt: z.string(),
      /** Exact to an hour. */
      lastUsedAt: z.string(),
      /** The session that asks. */
      isThis: z.boolean(),
    }),
  ),
})
export type AccountSettings = z.infer<typeof AccountSettings>

/** GET /api/account/receipts: the person's payments, newest first. */
export const Receipts = z.object({
  receipts: z.array(
    z.object({
      /** Stripe's id of the payment. */
      id: z.string(),
      tier: Tier,
      at: z.string(),
      /** In the smallest unit of the currency. */
      amount: z.int(),
      currency: z.string(),
      /** returned: a payment that bought nothing went back by itself. disputed: until the bank has decided. */
      state: z.enum(['paid', 'refunded', 'partly-refunded', 'disputed', 'being-returned', 'returned']),
      /** Stripe's page. */
      url: z.nullable(z.string()),
    }),
  ),
})
export type Receipts = z.infer<typeof Receipts>
export type Receipt = Receipts['receipts'][number]

/** DELETE /api/account/sessions ends the others; with ?all=true this one as well. */
export const EndedSessions = z.object({ ended: z.int() })
export type EndedSessions = z.infer<typeof EndedSessions>
