import { z } from 'zod'
import { Plan } from '../plans.ts'
import {
  PaymentDisputed,
  PaymentReturned,
  PaymentUnwanted,
  PlanPurchased,
  PlanRefunded,
  PlanRestored,
  ReturnFailed,
} from './payments.ts'

// These names and shapes are stored forever. No event holds a secret, an address or a person's name.

const at = z.iso.datetime()

export const AccountOpened = z.object({
  type: z.literal('AccountOpened'),
  data: z.object({ userId: z.uuid(), libraryId: z.uuid(), at }),
})

/** The owner deleted the account. Its stream is tombstoned afterwards, and its purchases stay as PurchaseKept. */
export const AccountClosed = z.object({
  type: z.literal('AccountClosed'),
  data: z.object({ userId: z.uuid(), libraryId: z.uuid(), at }),
})

/** An operator gave a plan. The allowance of library `libraryId` follows. */
export const PlanGranted = z.object({
  type: z.literal('PlanGranted'),
  data: z.object({ userId: z.uuid(), libraryId: z.uuid(), plan: Plan, at }),
})

/** Somebody asked for a link that sets a new password, for the address of this account. */
export const PasswordResetRequested = z.object({
  type: z.literal('PasswordResetRequested'),
  data: z.object({ userId: z.uuid(), requestId: z.uuid(), at }),
})

/** The owner set a new password: signed in, or through the link of a mail. */
export const PasswordChanged = z.object({
  type: z.literal('PasswordChanged'),
  data: z.object({ userId: z.uuid(), through: z.enum(['session', 'reset-link']), at }),
})

/** The owner asked for another email, which counts once both addresses have confirmed it. */
export const EmailChangeRequested = z.object({
  type: z.literal('EmailChangeRequested'),
  data: z.object({ userId: z.uuid(), changeId: z.uuid(), at }),
})

export const EmailChanged = z.object({
  type: z.literal('EmailChanged'),
  data: z.object({ userId: z.uuid(), changeId: z.uuid(), at }),
})

export const UsernameChanged = z.object({
  type: z.literal('UsernameChanged'),
  data: z.object({ userId: z.uuid(), at }),
})

export const FirstNameChanged = z.object({
  type: z.literal('FirstNameChanged'),
  data: z.object({ userId: z.uuid(), at }),
})

/** The owner wants no mail that is not about security or money. */
export const MailUnsubscribed = z.object({
  type: z.literal('MailUnsubscribed'),
  data: z.object({ userId: z.uuid(), at }),
})

/** The owner wants such mail again. */
export const MailSubscribed = z.object({
  type: z.literal('MailSubscribed'),
  data: z.object({ userId: z.uuid(), at }),
})

/** The owner changed how to sign in. `name` is the one that the owner gave a passkey, and empty otherwise. */
export const SignInChanged = z.object({
  type: z.literal('SignInChanged'),
  data: z.object({
    userId: z.uuid(),
    change: z.enum(['passkey-added', 'passkey-removed', 'codes-on', 'codes-off', 'recovery-code-used']),
    name: z.string(),
    at,
  }),
})
export type SignInChange = z.infer<typeof SignInChanged>['data']['change']

export const AccountEvent = z.discriminatedUnion('type', [
  AccountOpened,
  AccountClosed,
  PlanGranted,
  PasswordResetRequested,
  PasswordChanged,
  EmailChangeRequested,
  EmailChanged,
  UsernameChanged,
  FirstNameChanged,
  MailUnsubscribed,
  MailSubscribed,
  SignInChanged,
  PlanPurchased,
  PlanRefunded,
  PlanRestored,
  PaymentDisputed,
  PaymentUnwanted,
  PaymentReturned,
  ReturnFailed,
])
export type AccountEvent = z.infer<typeof AccountEvent>

export const accountStream = (userId: string): string => `account-${userId}`
