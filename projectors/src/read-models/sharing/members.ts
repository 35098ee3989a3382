import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import type { MembersTable } from '@lectern/contracts/read-model/tables.ts'
import { json, type Tx } from '../transaction.ts'

/** A row in JSON; without a role the person is no member any more. */
type Member = Omit<MembersTable, 'joined_at' | 'role'> & {
  readonly role: MembersTable['role'] | null
  /** null: the person is a member already. */
  readonly joined_at: string | null
  /** The person was away since the rows that are there. */
  readonly is_anew: boolean
}

/** Sums up who joined and left, so that each row is written once. */
export class MembersBatch {
  private readonly members = new Map<string, Member>()

  /** @returns whether the event is about members */
  add(library_id: string, { type, data }: LibraryEvent): boolean {
    if (type !== 'MemberJoined' && type !== 'MemberRoleChanged' && type !== 'MemberLeft') return false
    const { collectionId: collection_id, memberId: member_id, at } = data
    const key = [library_id, collection_id, member_id].join('/')
    const known = this.members.get(key)
    const role = type === 'MemberLeft' ? null : data.role
    const joined_at = role === null ? null : (known?.joined_at ?? (type === 'MemberJoined' ? at : null))
    const is_anew = (known?.is_anew ?? false) || known?.role === null
    this.members.set(key, { library_id, collection_id, member_id, role, joined_at, is_anew })
    return true
  }

  async write(tx: Tx): Promise<void> {
    if (this.members.size === 0) return
    await tx`
      MERGE INTO members AS member USING json_to_recordset(${json(this.members.values())}::json) AS given(
          library_id uuid, collection_id integer, member_id uuid, role text, joined_at timestamptz, is_anew boolean)
        ON member.library_id = given.library_id AND member.collection_id = given.collection_id
          AND member.member_id = given.member_id
      WHEN MATCHED AND given.role IS NULL THEN DELETE
      WHEN MATCHED THEN UPDATE SET role = given.role,
        joined_at = CASE WHEN given.is_anew THEN given.joined_at ELSE member.joined_at END
      WHEN NOT MATCHED AND given.role IS NOT NULL THEN INSERT (library_id, collection_id, member_id, role, joined_at)
        VALUES (given.library_id, given.collection_id, given.member_id, given.role, given.joined_at)`
  }
}
