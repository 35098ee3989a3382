import { Rejected } from '@lectern/contracts/api/errors.ts'
import { COLLECTIONS_MAX } from '@lectern/contracts/collections.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { LINKS_MAX } from '@lectern/contracts/plans.ts'
import { hasSharing, SHARED_COLLECTIONS_MAX } from '@lectern/contracts/sharing.ts'
import { deletionOf, findCollection } from '../collections.ts'
import { checkRoom } from '../room.ts'
import type { CollectionState, Library } from '../state.ts'
import { speller } from '../tags.ts'
import { membersOf, roleOf } from './state.ts'

type Received = Extract<LibraryEvent, { type: 'LinksReceived' }>['data']
type Members = NonNullable<
  Extract<LibraryEvent, { type: 'CollectionDeleted' }>['data']['handover']
>['members']

/** null: nobody is offered it any more. */
export type OfferHandover = {
  readonly type: 'OfferHandover'
  readonly collectionId: number
  readonly memberId: string | null
  readonly now: string
}

/** Given by the member who was offered the collection, whose own library has room for it. */
export type AcceptHandover = {
  readonly type: 'AcceptHandover'
  readonly collectionId: number
  readonly by?: string | undefined
  readonly now: string
}

/** Somebody else handed a collection over. Its links follow. */
export type ReceiveCollection = CollectionState & {
  readonly type: 'ReceiveCollection'
  readonly handoverId: string
  readonly members: Members
  readonly now: string
}

/** `from` is the id that a link had, and they come in the order of these. */
export type ReceivedLink = Omit<Received['links'][number], 'linkId'>
export type ReceiveLinks = {
  readonly type: 'ReceiveLinks'
  readonly handoverId: string
  readonly links: readonly ReceivedLink[]
  readonly now: string
}

/** Also where the plan has lost sharing: another owner may go on. @throws Rejected collection-not-found, member-not-found, no-editor */
export const offerHandover = (
  { collectionId, memberId, now }: OfferHandover,
  library: Library,
): LibraryEvent[] => {
  findCollection(library, collectionId)
  if ((library.offers.get(collectionId) ?? null) === memberId) return []
  if (memberId !== null) {
    const role = roleOf(library, collectionId, memberId)
    if (role === undefined) throw new Rejected('member-not-found')
    if (role !== 'editor') throw new Rejected('no-editor')
  }
  return [{ type: 'HandoverOffered', data: { collectionId, memberId, at: now } }]
}

/** The collection goes, and everything else follows from that. What was in it stays with its owner so far. @throws Rejected not-offered */
export const acceptHandover = (
  { collectionId, by, now }: AcceptHandover,
  library: Library,
): LibraryEvent[] => {
  if (by === undefined || library.offers.get(collectionId) !== by) throw new Rejected('not-offered')
  const deletion = deletionOf(library, { collectionId, now })
  if (deletion.type !== 'CollectionDeleted' || deletion.data.before === null) throw new Rejected('overgrown')
  const members = [...membersOf(library, collectionId)].map(([memberId, role]) => ({ memberId, role }))
  return [{ ...deletion, data: { ...deletion.data, handover: { to: by, members } } }]
}

/** Whether a library has room for a collection with these links. @throws Rejected */
export const checkHandover = (links: readonly ReceivedLink[], library: Library): void => {
  const { plan, limit } = library.allowance
  const currentCount = library.links.size
  if (!hasSharing(plan)) throw new Rejected('sharing-needed')
  if (limit !== null && currentCount + links.length > limit)
    throw new Rejected('limit-reached', { currentCount, limit, upgradeRequired: true })
  if (currentCount + links.length > LINKS_MAX) throw new Rejected('overgrown')
  if (library.collections.size >= COLLECTIONS_MAX) throw new Rejected('too-many-collections')
  if (library.members.size >= SHARED_COLLECTIONS_MAX) throw new Rejected('too-many-shared')
  checkRoom(library, [receivedOf(library, { links, handoverId: '', collectionId: 1, at: '' })])
}

/** [] where it is there already. Caps were checked before it was handed over. */
export const receiveCollection = (command: ReceiveCollection, library: Library): LibraryEvent[] => {
  const { handoverId, name, description, color, members, now } = command
  if (library.received.has(handoverId)) return []
  const collectionId = library.nextCollectionId
  return [
    { type: 'CollectionCreated', data: { collectionId, name, description, color, at: now } },
    ...members.map(({ memberId, role }) => ({
      type: 'MemberJoined' as const,
      data: { collectionId, invitationId: handoverId, memberId, role, at: now },
    })),
    receivedOf(library, { handoverId, collectionId, links: [], at: now }),
  ]
}

/** [] where they are there already, or the collection is gone again. */
export const receiveLinks = ({ handoverId, links, now }: ReceiveLinks, library: Library): LibraryEvent[] => {
  const known = library.received.get(handoverId)
  const fresh = links.filter(({ from }) => known !== undefined && from > known.last)
  if (known === undefined || fresh.length === 0) return []
  const { collectionId } = known
  if (!library.collections.has(collectionId)) return []
  return [receivedOf(library, { handoverId, collectionId, links: fresh, at: now })]
}

const receivedOf = (
  library: Library,
  { links, ...data }: Omit<Received, 'links'> & { readonly links: readonly ReceivedLink[] },
): LibraryEvent => {
  const spell = speller(library.tags)
  const received = links.map(({ from, tags, ...link }, n) => ({
    ...{ from, linkId: library.nextLinkId + n, ...link, tags: spell(tags) },
  }))
  return { type: 'LinksReceived', data: { ...data, links: received } }
}
