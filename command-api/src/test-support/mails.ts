import { accountStream } from '@lectern/contracts/events/account.ts'
import type { MailKind, PreparedMail, PrepareMailReply } from '@lectern/contracts/jobs.ts'
import type { TestParts } from '@lectern/stack/test-support/parts.ts'
import { prepareMail } from '../mail/prepare-mail.ts'
import type { TestApi } from './api.ts'

/** Asks for mails as the mailer does, with jobs made from the events of an account. */
export const mailsOf = (api: TestApi, { internalSecret }: TestParts) => {
  const eventsOf = async (accountId: string) => {
    const events: { id: string; type: string; revision: number; data: unknown }[] = []
    for await (const { id, type, revision, data } of api.store.readStream(accountStream(accountId)))
      events.push({ id, type, revision: Number(revision), data })
    return events
  }
  /** The mail about the nth event of a type; the last one for -1. Waits for the event. */
  const prepare = async (
    kind: MailKind,
    accountId: string,
    type: string,
    n = -1,
  ): Promise<PrepareMailReply> => {
    for (let attempt = 0; ; attempt += 1) {
      const event = (await eventsOf(accountId)).filter(each => each.type === type).at(n)
      if (event !== undefined) {
        const job = { kind, accountId, eventId: event.id, revision: event.revision }
        return prepareMail(job, { ...api.aggregates, pool: api.pool, store: api.store, internalSecret })
      }
      if (attempt === 2_400) throw new Error(`${type} is missing`)
      await new Promise(resolve => setTimeout(resolve, 25))
    }
  }
  /** The same, where the mail should be sent. */
  const mail = async (...about: Parameters<typeof prepare>): Promise<PreparedMail> => {
    const prepared = await prepare(...about)
    if (!prepared.send) throw new Error(`Not sent: ${prepared.reason}`)
    return prepared
  }
  const tokenOf = async (...about: Parameters<typeof prepare>): Promise<string> => {
    const { facts } = await mail(...about)
    if (!('token' in facts)) throw new Error('a mail without a token')
    return facts.token
  }
  return { eventsOf, prepare, mail, tokenOf }
}
