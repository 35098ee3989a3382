import type { Nats } from '@lectern/platform/nats/connect.ts'
import { takeMessages } from '@lectern/platform/nats/take-messages.ts'
import { z } from 'zod'
import { type LoopParts, loop } from '../loop.ts'
import { type Mail, MailKind, type Mails } from './mails.ts'

/** As versions before published it. */
const Job = z.object({
  kind: MailKind,
  accountId: z.guid(),
  eventId: z.guid(),
  revision: z.int().nonnegative(),
})
const EARLIER = { subject: 'jobs.mail', consumer: 'mail' }
const AGAIN_MS = 5_000

export type TakeOverParts = LoopParts & {
  readonly mails: Pick<Mails, 'add'>
  readonly look: () => void
  /** undefined until NATS is connected. */
  readonly nats: () => Nats | undefined
}

/** Takes the mails over that versions before left in NATS, those that failed for good among them. A crash repeats what it did. */
export const takeOverMails = ({ mails, look, nats, log, signal }: TakeOverParts): void => {
  const done = new AbortController()
  const work = async (): Promise<void> => {
    const connection = nats()
    if (connection === undefined) return
    await takeMessages(connection, EARLIER, async ({ text, at, failure }) => {
      const job = readJob(text)
      if (job === undefined)
        log.error({ at }, 'a mail of the version before cannot be read, and stays in NATS')
      else await mails.add(job, { since: at, failure })
      return job !== undefined
    })
    look()
    done.abort()
  }
  const failure = 'mails of the version before cannot be taken over yet'
  loop({ log, signal: AbortSignal.any([signal, done.signal]), work, everyMs: AGAIN_MS, failure })
}

const readJob = (text: string): Mail | undefined => {
  try {
    return Job.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
