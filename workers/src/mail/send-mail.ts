import {
  commandSubjects,
  type MailJob,
  type MailKind,
  type PreparedMail,
  PrepareMailReply,
} from '@lectern/contracts/jobs.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import { RetryLater } from '@lectern/platform/nats/consume-jobs.ts'
import { ask, isFinal, Refused } from '@lectern/platform/nats/request.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { contentOf, type Sender, unsubscribeUrl } from './mails.ts'
import { render } from './render.ts'
import { type Mail, type Send, SmtpError } from './transport.ts'

const ASK_MS = 5_000
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
  receipt: 48 * HOUR,
  refund: 48 * HOUR,
}

export type MailParts = Sender & {
  readonly nats: Nats
  readonly send: Send
  readonly log: Log
}

/**
 * Sends the mail of a job. A job that was cut off is sent again under the same Message-ID, by which mailboxes drop doubles.
 * @param publishedAt in ms since 1970
 * @throws RetryLater where the mail may go through later; Refused where it never will, or was tried for long enough
 */
export const sendMail = async (job: MailJob, publishedAt: number, parts: MailParts): Promise<void> => {
  const { log } = parts
  const about = { kind: job.kind, accountId: job.accountId, eventId: job.eventId }
  try {
    const prepared = await ask(parts.nats, commandSubjects.prepareMail, job, PrepareMailReply, {
      timeoutMs: ASK_MS,
    })
    if (!prepared.send) return log.info({ ...about, reason: prepared.reason }, 'a mail was not sent')
    await parts.send(mailOf(job, prepared, parts))
    log.info(about, 'a mail was sent')
  } catch (error) {
    throw failureOf(error, job, Date.now() - publishedAt)
  }
}

/**
 * A mail that the server did not take waits as long as it has waited so far: servers that greylist take it some minutes
 * later. An outage of ours ends sooner.
 */
const failureOf = (error: unknown, { kind }: MailJob, ageMs: number): unknown => {
  const { message } = error as Error
  if (error instanceof SmtpError && error.isFinal) return new Refused('mail-refused', message, false)
  if (!(error instanceof SmtpError) && isFinal(error)) return error
  const waitedMs = error instanceof SmtpError ? ageMs : 0
  const delayMs = Math.min(Math.max(waitedMs, FIRST_RETRY_MS), LONGEST_RETRY_MS)
  if (ageMs + delayMs > GIVE_UP_AFTER[kind]) return new Refused('mail-given-up', message, false)
  return new RetryLater(delayMs, message, { cause: error })
}

export const mailOf = ({ kind, eventId }: MailJob, prepared: PreparedMail, sender: Sender): Mail => {
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
      ...(facts.kind === 'welcome' && {
        'List-Unsubscribe': `<${unsubscribeUrl(to, facts.unsubscribeToken, sender, '/api')}>`,
        // RFC 8058.
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}
