import type { SignInChange } from '@lectern/contracts/events/account.ts'
import type { Plan, Tier } from '@lectern/contracts/plans.ts'
import type { Role } from '@lectern/contracts/sharing.ts'

/** Amounts are in the currency's smallest unit. */
export type Facts =
  | { readonly kind: 'reset'; readonly token: string; readonly validMinutes: number }
  | { readonly kind: 'password-changed'; readonly at: string }
  | {
      readonly kind: 'sign-in-changed'
      readonly change: SignInChange
      /** The owner typed it. */
      readonly name: string
      readonly at: string
    }
  | {
      readonly kind: 'confirm-old-email' | 'confirm-new-email'
      readonly token: string
      readonly validHours: number
      readonly newEmail: string
    }
  | { readonly kind: 'welcome'; readonly unsubscribeToken: string }
  | {
      readonly kind: 'receipt' | 'refund'
      readonly tier: Tier
      /** The plan of the account as of now. */
      readonly planNow: Plan
      readonly amount: number
      readonly currency: string
      readonly at: string
      /** The payment, as Stripe names it. */
      readonly reference: string
    }
  | {
      readonly kind: 'invitation'
      readonly token: string
      readonly role: Role
      /** Names as their owners typed them, who may be anybody. */
      readonly from: string
      readonly fromEmail: string
      readonly collection: string
      readonly expiresAt: string
    }
  | {
      readonly kind: 'handover'
      readonly owner: string
      readonly collection: string
      readonly path: string
    }
  | {
      readonly kind: 'weekly'
      readonly collection: string
      /** The name of who shares it. */
      readonly owner: string
      /** Who did what, in words. */
      readonly doings: readonly (readonly [name: string, did: string])[]
      /** Of articles that are new. */
      readonly titles: readonly string[]
      readonly path: string
      readonly unsubscribeToken: string
    }

/** Everything that a mail says, as of now. Its token is made for it, and those of earlier requests stop working. */
export type PreparedMail = {
  readonly send: true
  readonly to: string
  /** First name, else username, as its owner typed it; empty where it goes to somebody whom we may not know. */
  readonly name: string
  /** The support mails of paid plans carry a mark. */
  readonly hasPrioritySupport: boolean
  readonly facts: Facts
}

/** `send` false: nobody should get this mail any more. */
export type Prepared = PreparedMail | { readonly send: false; readonly reason: string }
