import { Rejected } from '@lectern/contracts/api/errors.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { readLibraryEvent } from '@lectern/contracts/events/read.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Users } from '../accounts/users.ts'
import type { Aggregates } from '../aggregates.ts'
import { isOpen } from '../domain/library/sharing/state.ts'
import { eventAt } from '../event-at.ts'
import type { Invitations } from '../sharing/invitations.ts'
import type { Mail } from './mails.ts'
import type { Prepared } from './prepared.ts'

export type InvitationMailParts = Pick<Aggregates, 'libraries'> & {
  readonly store: EventStore
  readonly invitations: Invitations
  readonly users: Pick<Users, 'findById'>
}

/** The mail that brings an invitation to an address, which may be of no account. Nobody who withdrew one has it sent any more. */
export const prepareInvitation = async (
  { accountId, eventId, revision }: Mail,
  { libraries, store, invitations, users }: InvitationMailParts,
): Promise<Prepared> => {
  const owner = await users.findById(accountId)
  if (owner === undefined) return { send: false, reason: 'the account is gone' }
  const recorded = await eventAt(store, libraryStream(owner.library_id), revision)
  const event = readLibraryEvent(recorded)
  if (recorded.id !== eventId || event.type !== 'MemberInvited') throw new Rejected('not-found')
  const { invitationId, collectionId } = event.data
  const row = await invitations.find(invitationId)
  if (row?.email == null) return { send: false, reason: 'the invitation has no address, or is over' }
  const now = new Date().toISOString()
  const found = await libraries.read(owner.library_id, library => {
    const invitation = library.invitations.get(invitationId)
    const collection = library.collections.get(collectionId)
    if (invitation === undefined || collection === undefined || !isOpen(invitation, now)) return undefined
    return { role: invitation.role, collection: collection.name, expiresAt: invitation.expiresAt }
  })
  if (found === undefined) return { send: false, reason: 'the invitation is over' }
  const token = await invitations.issueToken(invitationId, eventId)
  return {
    send: true,
    to: row.email,
    name: '',
    hasPrioritySupport: false,
    facts: {
      ...{ kind: 'invitation', token, role: found.role, collection: found.collection },
      ...{ from: owner.first_name ?? owner.username, fromEmail: owner.email },
      expiresAt: new Date(found.expiresAt).toISOString(),
    },
  }
}
