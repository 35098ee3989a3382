import { Rejected } from '@lectern/contracts/api/errors.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { readLibraryEvent } from '@lectern/contracts/events/read.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Users } from '../accounts/users.ts'
import type { Aggregates } from '../aggregates.ts'
import { eventAt } from '../event-at.ts'
import type { People } from '../sharing/people.ts'
import type { Mail } from './mails.ts'
import type { Prepared } from './prepared.ts'

export type HandoverMailParts = Pick<Aggregates, 'libraries'> & {
  readonly store: EventStore
  readonly people: Pick<People, 'personOf'>
  readonly users: Pick<Users, 'findById'>
}

/** The mail to an editor who may take a collection over. Nobody gets it once the offer was taken back. */
export const prepareHandover = async (
  { accountId, eventId, revision }: Mail,
  { libraries, store, people, users }: HandoverMailParts,
): Promise<Prepared> => {
  const owner = await users.findById(accountId)
  if (owner === undefined) return { send: false, reason: 'the account is gone' }
  const libraryId = owner.library_id
  const recorded = await eventAt(store, libraryStream(libraryId), revision)
  const event = readLibraryEvent(recorded)
  if (recorded.id !== eventId || event.type !== 'HandoverOffered') throw new Rejected('not-found')
  const { collectionId, memberId } = event.data
  const collection = await libraries.read(libraryId, ({ offers, collections }) =>
    memberId !== null && offers.get(collectionId) === memberId
      ? collections.get(collectionId)?.name
      : undefined,
  )
  const person = memberId === null ? undefined : await people.personOf(memberId)
  const editor = person && (await users.findById(person.userId))
  if (collection === undefined || editor === undefined) return { send: false, reason: 'the offer is over' }
  const path = `/shared/${libraryId}/${collectionId}`
  return {
    send: true,
    to: editor.email,
    name: editor.first_name ?? editor.username,
    hasPrioritySupport: false,
    facts: { kind: 'handover', owner: owner.first_name ?? owner.username, collection, path },
  }
}
