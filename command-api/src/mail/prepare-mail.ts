import { Rejected } from '@lectern/contracts/api/errors.ts'
import { type AccountEvent, accountStream } from '@lectern/contracts/events/account.ts'
import { readAccountEvent } from '@lectern/contracts/events/read.ts'
import { isPaid, type Plan } from '@lectern/contracts/plans.ts'
import { EMAIL_CHANGE_HOURS, RESET_MINUTES } from '@lectern/contracts/retention.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { issueToken } from '../accounts/mail-tokens.ts'
import { unsubscribeToken } from '../accounts/unsubscribe-token.ts'
import type { UserRow } from '../accounts/users.ts'
import type { Aggregates } from '../aggregates.ts'
import { allowanceOf } from '../domain/account/payments.ts'
import type { Account } from '../domain/account.ts'
import { eventAt } from '../event-at.ts'
import { type HandoverMailParts, prepareHandover } from './handover.ts'
import { type InvitationMailParts, prepareInvitation } from './invitation.ts'
import type { Mail, MailKind } from './mails.ts'
import type { Facts, Prepared } from './prepared.ts'
import { prepareWeekly, type WeeklyMailParts } from './weekly.ts'

/** Mails about events of accounts. */
type OwnKind = Exclude<MailKind, 'invitation' | 'weekly' | 'handover'>

/** The events that a mail of each kind may be about. */
const ABOUT: Record<OwnKind, readonly AccountEvent['type'][]> = {
  reset: ['PasswordResetRequested'],
  'password-changed': ['PasswordChanged'],
  'sign-in-changed': ['SignInChanged'],
  'confirm-old-email': ['EmailChangeRequested'],
  'confirm-new-email': ['EmailChangeRequested'],
  welcome: ['AccountOpened'],
  receipt: ['PlanPurchased'],
  refund: ['PlanRefunded', 'PaymentReturned'],
}

const HOUR_MS = 3_600_000
/** Hours after which a mail would surprise: reactions run again over old events after a restore. */
const STALE_HOURS: Record<OwnKind, number> = {
  reset: 24,
  'confirm-old-email': EMAIL_CHANGE_HOURS,
  'confirm-new-email': EMAIL_CHANGE_HOURS,
  'password-changed': 7 * 24,
  'sign-in-changed': 7 * 24,
  welcome: 2 * 24,
  receipt: 7 * 24,
  refund: 7 * 24,
}

export type PrepareMailParts = Pick<Aggregates, 'accounts'> &
  InvitationMailParts &
  WeeklyMailParts &
  HandoverMailParts & {
    readonly pool: Pool
    readonly store: EventStore
    readonly internalSecret: string
  }

/**
 * What a mail says, from its event and the account as it is now. Makes the token of a link.
 * @throws Rejected not-found for a mail that no event led to
 */
export const prepareMail = async (asked: Mail, parts: PrepareMailParts): Promise<Prepared> => {
  const { kind, accountId } = asked
  if (kind === 'invitation') return prepareInvitation(asked, parts)
  if (kind === 'weekly') return prepareWeekly(asked, parts)
  if (kind === 'handover') return prepareHandover(asked, parts)
  const recorded = await eventAt(parts.store, accountStream(accountId), asked.revision)
  const event = readAccountEvent(recorded)
  if (recorded.id !== asked.eventId || !ABOUT[kind].includes(event.type)) throw new Rejected('not-found')
  if (Date.now() - Date.parse(event.data.at) > STALE_HOURS[kind] * HOUR_MS) return never('too old')

  const user = await findOwner(parts.pool, accountId)
  if (user === undefined) return never('the account is gone')
  // The library follows the account, perhaps after this mail.
  const plan = await parts.accounts.read(accountId, account => planOf(account))
  const mail = await aboutEvent({ kind, event, user, plan }, parts)
  if ('reason' in mail) return never(mail.reason)
  const { to = user.email, facts } = mail
  const name = user.first_name ?? user.username
  return { send: true, to, name, hasPrioritySupport: isPaid(plan), facts }
}

type OwnerRow = UserRow & {
  /** The password is new, and the account may not know it yet. */
  readonly owesPassword: boolean
}

const findOwner = async (pool: Pool, accountId: string): Promise<OwnerRow | undefined> => {
  const { rows } = await pool.query<OwnerRow>(
    `SELECT *, EXISTS (
       SELECT FROM identity.owed_commands WHERE user_id = users.id AND command->>'type' = 'ChangePassword'
     ) AS "owesPassword" FROM identity.users WHERE id = $1`,
    [accountId],
  )
  return rows[0]
}

const planOf = (account: Account): Plan => (account ? allowanceOf(account.payments).plan : 'free')

const never = (reason: string): Prepared => ({ send: false, reason })

type Subject = {
  readonly kind: OwnKind
  readonly event: AccountEvent
  readonly user: OwnerRow
  readonly plan: Plan
}
type About = { readonly to?: string; readonly facts: Facts } | { readonly reason: string }

const aboutEvent = async (subject: Subject, parts: PrepareMailParts): Promise<About> => {
  const { kind, event, user, plan } = subject
  switch (event.type) {
    case 'PasswordResetRequested':
      return reset(user, event.data.requestId, parts)
    case 'PasswordChanged':
      return { facts: { kind: 'password-changed', at: event.data.at } }
    case 'SignInChanged':
      return { facts: { kind: 'sign-in-changed', ...event.data } }
    case 'EmailChangeRequested':
      return confirmation(
        user,
        kind === 'confirm-old-email' ? kind : 'confirm-new-email',
        event.data.changeId,
        parts,
      )
    case 'AccountOpened': {
      const wantsMail = await parts.accounts.read(user.id, account => account?.owner.wantsMail)
      if (!wantsMail) return { reason: 'unsubscribed' }
      return {
        facts: { kind: 'welcome', unsubscribeToken: unsubscribeToken(user.id, parts.internalSecret) },
      }
    }
    case 'PlanPurchased':
    case 'PlanRefunded':
    case 'PaymentReturned': {
      const { tier, amount, currency, at, paymentIntentId: reference } = event.data
      const money = { tier, planNow: plan, amount, currency, at, reference }
      return { facts: { kind: event.type === 'PlanPurchased' ? 'receipt' : 'refund', ...money } }
    }
    default:
      return { reason: `nobody is told of ${event.type}` }
  }
}

const SUPERSEDED = { reason: 'a later request, a new password or a new email has taken its place' }

const reset = async (user: OwnerRow, requestId: string, parts: PrepareMailParts): Promise<About> => {
  const asked = await parts.accounts.read(user.id, account => account?.owner.resetRequest)
  if (user.owesPassword || asked !== requestId) return SUPERSEDED
  const token = await issueToken(parts.pool, user, { purpose: 'reset', requestId }, RESET_MINUTES)
  return token === undefined ? SUPERSEDED : { facts: { kind: 'reset', token, validMinutes: RESET_MINUTES } }
}

const confirmation = async (
  user: UserRow,
  kind: 'confirm-old-email' | 'confirm-new-email',
  changeId: string,
  { pool }: PrepareMailParts,
): Promise<About> => {
  const { rows } = await pool.query<{ email: string; minutes: number }>(
    `SELECT email, ceil(extract(epoch FROM expires_at - now()) / 60)::int AS minutes FROM identity.email_changes
     WHERE id = $1 AND user_id = $2 AND expires_at > now()`,
    [changeId, user.id],
  )
  const [change] = rows
  if (change === undefined) return { reason: 'the change of email is over' }
  const token = await issueToken(pool, user, { purpose: kind, requestId: changeId }, change.minutes)
  if (token === undefined) return SUPERSEDED
  return {
    ...(kind === 'confirm-new-email' && { to: change.email }),
    facts: { kind, token, validHours: EMAIL_CHANGE_HOURS, newEmail: change.email },
  }
}
