import { accountStream } from '@lectern/contracts/events/account.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { TestParts } from '@lectern/stack/test-support/parts.ts'
import { usersIn } from '../accounts/users.ts'
import type { MailKind } from '../mail/mails.ts'
import { prepareMail } from '../mail/prepare-mail.ts'
import type { Prepared, PreparedMail } from '../mail/prepared.ts'
import { invitationsIn } from '../sharing/invitations.ts'
import { peopleIn } from '../sharing/people.ts'
import type { TestApi } from './api.ts'

/** A user without an account's events. @returns the id */
export const aUser = async (pool: Pool): Promise<string> => {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO identity.users (id, library_id, email, email_key, username, username_key, password_hash, opened)
     SELECT id, gen_random_uuid(), id, id, id, id, '', true FROM gen_random_uuid() AS id RETURNING id`,
  )
  return rows[0]?.id ?? ''
}

/** Prepares mails about the events of an account. */
export const mailsOf = (api: TestApi, { internalSecret }: TestParts) => {
  const eventsOf = async (accountId: string) => {
    const events: { id: string; type: string; revision: number; data: unknown }[] = []
    for await (const { id, type, revision, data } of api.store.readStream(accountStream(accountId)))
      events.push({ id, type, revision: Number(revision), data })
    return events
  }
  /** The mail about the nth event of a type; the last one for -1. Waits for the event. */
  const prepare = async (kind: MailKind, accountId: string, type: string, n = -1): Promise<Prepared> => {
    for (let attempt = 0; ; attempt += 1) {
      const event = (await eventsOf(accountId)).filter(each => each.type === type).at(n)
      if (event !== undefined) {
        const asked = { kind, accountId, eventId: event.id, revision: event.revision }
        const { aggregates, pool, store } = api
        const own = {
          invitations: invitationsIn(pool),
          users: usersIn(pool, 0),
          shownTitles: async () => [],
          people: peopleIn(pool, aggregates.libraries),
        }
        return prepareMail(asked, { ...aggregates, ...own, pool, store, internalSecret })
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
