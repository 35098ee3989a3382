import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '@lectern/platform/process/config.ts'
import { type LoopParts, loop } from '../loop.ts'
import type { Mails, WaitingMail } from './mails.ts'
import { type SendParts, sendMail } from './send-mail.ts'
import { outbox, smtp } from './transport.ts'

/** Mails under way at once. A server that stalls holds up a place for some seconds. */
const AT_ONCE = 4
/** Mails of other processes, and those that are tried again, are found after this time. */
const LOOK_MS = 5_000
const SETTLE_AGAIN_MS = 1_000
/** A process that ends waits this long for its mails. */
const LAST_MS = 2_000

export type SendingParts = LoopParts &
  Pick<SendParts, 'prepare'> & {
    readonly mails: Mails
    readonly config: Pick<Config, 'publicUrl' | 'port' | 'smtpUrl' | 'outboxDir' | 'supportEmail'>
  }

/** The address of Lectern, without a path, in what leaves it. Never from a request. */
export const originOf = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string =>
  publicUrl?.origin ?? `http://localhost:${port}`

/** Sends the mails that wait, now and later (loop.ts). @returns a function that has it look at once, and one for the end */
export const sendMails = ({ mails, prepare, config, log, signal }: SendingParts) => {
  const { smtpUrl, outboxDir, supportEmail } = config
  if (smtpUrl === undefined) log.warn('SMTP_URL is not set: mails are written to files')
  const send = smtpUrl === undefined ? outbox(outboxDir) : smtp(smtpUrl)
  const parts = { prepare, send, origin: originOf(config), supportEmail, log }
  const underWay = new Map<WaitingMail, Promise<void>>()

  const finish = async (mail: WaitingMail): Promise<void> => {
    const outcome = await sendMail(mail, parts)
    // Meanwhile no other process takes it, unless Postgres is away for long.
    for (let isSettled = false; !isSettled; )
      try {
        await mails.settle(mail, outcome)
        isSettled = true
      } catch (err) {
        if (signal.aborted) break
        log.warn({ err, kind: mail.kind, eventId: mail.eventId }, 'what became of a mail is stored later')
        await pause(SETTLE_AGAIN_MS)
      }
    underWay.delete(mail)
    look()
  }
  const takeAll = async (): Promise<void> => {
    if (underWay.size > 0) await mails.hold([...underWay.keys()])
    while (underWay.size < AT_ONCE && !signal.aborted) {
      const mail = await mails.take()
      if (mail === undefined) return
      underWay.set(mail, finish(mail))
    }
  }
  let taking: Promise<void> = Promise.resolve()
  const work = (): Promise<void> => {
    taking = takeAll()
    return taking
  }
  const look = loop({ log, signal, work, everyMs: LOOK_MS, failure: 'no mail can be sent yet' })

  return {
    look,
    settled: async (): Promise<void> => {
      await taking.catch(() => {})
      await Promise.race([Promise.all(underWay.values()), pause(LAST_MS, undefined, { ref: false })])
    },
  }
}
