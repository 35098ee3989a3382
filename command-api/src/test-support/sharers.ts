import { randomUUID } from 'node:crypto'
import type { Role } from '@lectern/contracts/sharing.ts'
import { issuedBySystem } from '../aggregate/issued.ts'
import type { LibraryCommand } from '../domain/library.ts'
import { invitationsIn } from '../sharing/invitations.ts'
import type { TestApi } from './api.ts'

/** People who share collections, by commands alone: rows follow where a test asks for them. */
export const sharersOn = (api: TestApi) => {
  /** Somebody with an account and an open library. */
  const somebody = async () => {
    const [userId, libraryId] = [randomUUID(), randomUUID()]
    await api.pool.query(
      `INSERT INTO identity.users (id, library_id, email, email_key, username, username_key, password_hash, opened)
     VALUES ($1, $2, $3, $3, $3, $3, '', true)`,
      [userId, libraryId, `${userId}@example.org`],
    )
    const who = { userId, libraryId, sessionId: randomUUID() }
    await command(libraryId, { type: 'OpenLibrary', libraryId, ownerId: userId, plan: 'ultra', now: now() })
    return who
  }
  const now = () => new Date().toISOString()
  const command = (libraryId: string, asked: LibraryCommand) =>
    api.aggregates.libraries.handle(libraryId, asked, issuedBySystem(randomUUID()))
  const collection = (libraryId: string, name = 'Garden') =>
    command(libraryId, {
      type: 'CreateCollection',
      clientId: null,
      name,
      description: null,
      color: '#10B981',
      now: now(),
    })
  const invited = async (libraryId: string, role: Role = 'reader') => {
    const id = randomUUID()
    const of = { libraryId, collectionId: 1, email: `${id}@example.org`, forAnyone: false }
    await invitationsIn(api.pool).put([{ id, ...of }])
    const asked = {
      type: 'InviteMembers',
      collectionId: 1,
      invitationIds: [id],
      role,
      forAnyone: false,
    } as const
    await command(libraryId, { ...asked, now: now() })
    return id
  }
  const accept = (libraryId: string, invitationId: string, memberId: string) =>
    command(libraryId, { type: 'AcceptInvitation', invitationId, memberId, now: now() })
  return { somebody, command, collection, invited, accept, now }
}
