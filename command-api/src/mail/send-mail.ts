import type { Log } from '@lectern/platform/process/log.ts'
import { withTimeout } from '@lectern/platform/process/with-timeout.ts'
import { refusalOf } from '../refusal.ts'
import type { Mail, MailKind, Outcome, WaitingMail } from './mails.ts'
import type { Prepared, PreparedMail } from './prepared.ts'
import { render } from './render.ts'
import { contentOf, type Sender, unsubscribeUrl } from './texts.ts'
import { type Message, type Send, SmtpError } from './transport.ts'

const PREPARE_MS = 5_000
const SECOND = 1_000
const HOUR = 3_600 * SECOND
const FIRST_RETRY_MS = 5 * SECOND
const LONGEST_RETRY_MS = HOUR / 2
/** How long a mail is tried. */
const GIVE_UP_AFTER: Record<MailKind, number> = {
  reset: 6 * HOUR,
  'confirm-old-email': 12 * HOUR,
  'confirm-new-email': 12 * HOUR,
  welcome: 24 * HOUR,
  'password-changed': 48 * HOUR,
  'sign-in-changed': 48 * HOUR,
  receipt: 48 * HOUR,
  refund: 48 * HOUR,
  invitation: 24 * HOUR,
  weekly: 48 * HOUR,
  handover: 48 * HOUR,
}

export type SendParts = Sender & {
  readonly prepare: (mail: Mail) => Promise<Prepared>
  readonly send: Send
  readonly log: Log
}

/** Tries to send a mail. One that was cut off is sent again under the same Message-ID, by which mailboxes drop doubles. */
export const sendMail = async (mail: WaitingMail, parts: SendParts): Promise<Outcome> => {
  const { log } = parts
  const { kind, accountId, eventId, since } = mail
  const about = { kind, accountId, eventId }
  try {
    const prepared = await withTimeout(parts.prepare(mail), PREPARE_MS)
    if (!prepared.send) {
      log.info({ ...about, reason: prepared.reason }, 'a mail was not sent')
      return { kind: 'done' }
    }
    await parts.send(messageOf(mail, prepared, parts))
    log.info(about, 'a mail was sent')
    return { kind: 'done' }
  } catch (err) {
    const outcome = outcomeOf(err, kind, Date.now() - since.getTime())
    if (outcome.kind === 'later') {
      const { reason, delayMs } = outcome
      log.warn({ kind, eventId, reason, delayMs }, 'a mail waits')
    } else if (outcome.kind === 'failed') log.error({ ...about, err }, 'a mail failed for good')
    return outcome
  }
}

/**
 * A mail that the server did not take waits as long as it has waited so far: servers that greylist take it some minutes
 * later. An outage of ours ends sooner.
 */
const outcomeOf = (error: unknown, kind: MailKind, ageMs: number): Outcome => {
  const reason = (error as Error).message.replace(/\s+/g, ' ').slice(0, 500)
  const refusal = refusalOf(error)
  if (refusal?.code === 'account-closed') return { kind: 'done' }
  const isFinal = error instanceof SmtpError ? error.isFinal : refusal !== undefined && !refusal.retryable
  if (isFinal) return { kind: 'failed', reason }
  const waitedMs = error instanceof SmtpError ? ageMs : 0
  const delayMs = Math.min(Math.max(waitedMs, FIRST_RETRY_MS), LONGEST_RETRY_MS)
  return ageMs + delayMs > GIVE_UP_AFTER[kind]
    ? { kind: 'failed', reason }
    : { kind: 'later', delayMs, reason }
}

const messageOf = ({ kind, eventId }: Mail, prepared: PreparedMail, sender: Sender): Message => {
  const { to, facts } = prepared
  const name = `${kind}-${eventId}`
  return {
    name,
    from: { name: 'Lectern', address: sender.supportEmail },
    to,
    messageId: `<${name}@${new URL(sender.origin).hostname}>`,
    ...render(contentOf(prepared, sender)),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...('unsubscribeToken' in facts && {
        'List-Unsubscribe': `<${unsubscribeUrl(to, facts.unsubscribeToken, sender, '/api')}>`,
        // RFC 8058.
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}
