import { randomBytes } from 'node:crypto'
import { INVITATION_DAYS } from '@lectern/contracts/sharing.ts'
import { hashSecret } from '@lectern/platform/http/access-tokens.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { nameKey } from '../accounts/users.ts'

/** Days after its end, or its last day, in which an invitation says why it is over. */
const KEPT_DAYS = 30

export type InvitationRow = {
  readonly id: string
  readonly libraryId: string
  readonly collectionId: number
  readonly email: string | null
  readonly emailKey: string | null
  readonly forAnyone: boolean
  readonly sentAt: Date
  readonly expiresAt: Date
  readonly ended: 'used' | 'withdrawn' | null
}
export type NewInvitation = Pick<InvitationRow, 'id' | 'libraryId' | 'collectionId' | 'email' | 'forAnyone'>

const COLUMNS = `i.id, i.library_id AS "libraryId", i.collection_id AS "collectionId", i.email, i.email_key AS "emailKey",
  i.for_anyone AS "forAnyone", i.sent_at AS "sentAt", i.expires_at AS "expiresAt", i.ended`

/** The addresses and the tokens of invitations, which no event has. */
export type Invitations = {
  /** Adds them before their events, so that a mail finds its address. One that is there is sent again. */
  put(invitations: readonly NewInvitation[]): Promise<void>
  /** Takes back what was put, where the library refused the invitations. */
  takeBack(ids: readonly string[]): Promise<void>
  /** The open invitation of each of these addresses. */
  openOf(libraryId: string, collectionId: number, emails: readonly string[]): Promise<InvitationRow[]>
  ofCollection(libraryId: string, collectionId: number): Promise<InvitationRow[]>
  find(id: string): Promise<InvitationRow | undefined>
  findByToken(token: string): Promise<InvitationRow | undefined>
  /** A new token, which is stored hashed. Those before go on. @param eventId of the mail that it is for; null: the owner gets it */
  issueToken(id: string, eventId: string | null): Promise<string>
  /** The address is forgotten. What ended already stays as it is. @param memberId who used it */
  end(id: string, how: 'used' | 'withdrawn', memberId?: string): Promise<void>
  /** Forgets what ended long ago. */
  clean(): Promise<void>
}

export const invitationsIn = (pool: Pool): Invitations => {
  const rowsWhere = async (where: string, values: unknown[]): Promise<InvitationRow[]> =>
    (await pool.query<InvitationRow>(`SELECT ${COLUMNS} FROM sharing.invitations i ${where}`, values)).rows

  return {
    put: async invitations => {
      for (const { id, libraryId, collectionId, email, forAnyone } of invitations)
        await pool.query(
          `INSERT INTO sharing.invitations (id, library_id, collection_id, email, email_key, for_anyone, expires_at)
           VALUES ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 day')
           ON CONFLICT (id) DO UPDATE SET sent_at = now(), expires_at = EXCLUDED.expires_at, for_anyone = EXCLUDED.for_anyone
           WHERE invitations.ended IS NULL`,
          [id, libraryId, collectionId, email, email && nameKey(email), forAnyone, INVITATION_DAYS],
        )
    },
    takeBack: async ids => {
      await pool.query('DELETE FROM sharing.invitations WHERE id = ANY ($1)', [ids])
    },
    openOf: (libraryId, collectionId, emails) =>
      rowsWhere('WHERE library_id = $1 AND collection_id = $2 AND email_key = ANY ($3) AND ended IS NULL', [
        ...[libraryId, collectionId],
        emails.map(nameKey),
      ]),
    ofCollection: (libraryId, collectionId) =>
      rowsWhere('WHERE library_id = $1 AND collection_id = $2 AND ended IS NULL ORDER BY sent_at DESC, id', [
        libraryId,
        collectionId,
      ]),
    find: async id => (await rowsWhere('WHERE i.id = $1', [id]))[0],
    findByToken: async token => {
      const ofToken = 'JOIN sharing.invitation_tokens t ON t.invitation_id = i.id WHERE t.token_hash = $1'
      return (await rowsWhere(ofToken, [hashSecret(token)]))[0]
    },
    issueToken: async (id, eventId) => {
      const token = randomBytes(32).toString('base64url')
      await pool.query(
        'INSERT INTO sharing.invitation_tokens (token_hash, invitation_id, event_id) VALUES ($1, $2, $3)',
        [hashSecret(token), id, eventId],
      )
      return token
    },
    end: async (id, how, memberId) => {
      await pool.query(
        `UPDATE sharing.invitations SET ended = $2, ended_at = now(), email = NULL, email_key = NULL, member_id = $3
         WHERE id = $1 AND ended IS NULL`,
        [id, how, memberId ?? null],
      )
    },
    clean: async () => {
      await pool.query(
        `DELETE FROM sharing.invitations WHERE coalesce(ended_at, expires_at) < now() - $1 * interval '1 day'`,
        [KEPT_DAYS],
      )
    },
  }
}
