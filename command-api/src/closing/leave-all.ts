import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { isTooLarge } from '../aggregate/load.ts'
import type { Aggregates } from '../aggregates.ts'
import { isOfClosed } from './is-closed.ts'

/**
 * Ends the memberships of somebody who deleted the account. What was saved stays with the collections, whose events know the person by a
 * random id. It may be repeated; the rows go afterwards.
 */
export const leaveAll = async (
  { libraries, pool }: Pick<Aggregates, 'libraries'> & { readonly pool: Pool },
  userId: string,
): Promise<void> => {
  const { rows } = await pool.query<{ libraryId: string; memberId: string }>(
    'SELECT library_id AS "libraryId", member_id AS "memberId" FROM sharing.people WHERE user_id = $1',
    [userId],
  )
  for (const { libraryId, memberId } of rows)
    await leave(libraries, libraryId, memberId).catch(error => {
      // Nobody is a member there any more.
      if (!isOfClosed(error) && !isTooLarge(error)) throw error
    })
}

const leave = async (
  libraries: Aggregates['libraries'],
  libraryId: string,
  memberId: string,
): Promise<void> => {
  const joined = await libraries.read(libraryId, ({ members }) =>
    [...members].flatMap(([collectionId, roles]) => (roles.has(memberId) ? [collectionId] : [])),
  )
  for (const collectionId of joined) {
    const leaving = { type: 'EndMembership', collectionId, memberId, how: 'left', by: memberId } as const
    const commandId = `${memberId}/close/${collectionId}`
    const issued = { actorId: memberId, isMember: true, via: 'system', commandId, generated: true } as const
    await libraries.handle(libraryId, { ...leaving, now: new Date().toISOString() }, issued)
  }
}

/** Mails that invited the person, by their events. */
export const invitedBy = async (pool: Pool, userId: string): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT t.event_id AS id FROM sharing.people p JOIN sharing.invitations i USING (member_id)
     JOIN sharing.invitation_tokens t ON t.invitation_id = i.id
     WHERE p.user_id = $1 AND t.event_id IS NOT NULL`,
    [userId],
  )
  return rows.map(({ id }) => id)
}
