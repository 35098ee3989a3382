import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import type { Tx } from '../transaction.ts'

type Types = 'MemberJoined' | 'MemberRoleChanged' | 'MemberLeft' | 'HandoverOffered'
export type MembersEvent = Extract<LibraryEvent, { type: Types }>

const TYPES: ReadonlySet<string> = new Set<Types>([
  ...(['MemberJoined', 'MemberRoleChanged', 'MemberLeft', 'HandoverOffered'] as const),
])
export const isOfMembers = (event: LibraryEvent): event is MembersEvent => TYPES.has(event.type)

/** They are rare, so that each has a statement. */
export const writeMembers = (tx: Tx, libraryId: string, { type, data }: MembersEvent) => {
  const { collectionId, memberId, at } = data
  switch (type) {
    case 'MemberJoined':
    case 'MemberRoleChanged':
      // An editor alone takes a collection over.
      return tx`
        INSERT INTO members AS member (library_id, collection_id, member_id, role, joined_at, is_offered)
        VALUES (${libraryId}::uuid, ${collectionId}::integer, ${memberId}::uuid, ${data.role}, ${at}::timestamptz, false)
        ON CONFLICT (library_id, collection_id, member_id) DO UPDATE SET
          role = excluded.role, is_offered = member.is_offered AND excluded.role = 'editor'`
    case 'MemberLeft':
      return tx`
        DELETE FROM members WHERE library_id = ${libraryId}::uuid AND collection_id = ${collectionId}::integer
          AND member_id = ${memberId}::uuid`
    case 'HandoverOffered':
      return tx`
        UPDATE members SET is_offered = member_id IS NOT DISTINCT FROM ${memberId}::uuid
        WHERE library_id = ${libraryId}::uuid AND collection_id = ${collectionId}::integer`
  }
}
