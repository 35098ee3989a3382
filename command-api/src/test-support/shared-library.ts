import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import type { Role } from '@lectern/contracts/sharing.ts'
import { at, collected, created, opened, saved } from './library.ts'

export const [EDITOR, COMMENTER, READER, STRANGER] = ['editor', 'commenter', 'reader', 'stranger'] as const
export const DAY_MS = 86_400_000
export const week = (from: string) => new Date(Date.parse(from) + 7 * DAY_MS).toISOString()

export const plan = (
  name: 'ultra' | 'pro',
  limit: number | null = 50_000,
  cause: string = name,
): LibraryEvent => ({
  type: 'AllowanceChanged',
  data: { plan: name, limit, cause, at },
})
export const invited = (collectionId: number, invitationId: string, role: Role = 'reader'): LibraryEvent => ({
  type: 'MemberInvited',
  data: { collectionId, invitationId, role, forAnyone: false, expiresAt: week(at), at },
})
export const joined = (collectionId: number, memberId: string, role: Role): LibraryEvent => ({
  type: 'MemberJoined',
  data: { collectionId, invitationId: `of ${memberId}`, memberId, role, at },
})
export const left = (collectionId: number, memberId: string): LibraryEvent => ({
  type: 'MemberLeft',
  data: { collectionId, memberId, how: 'removed', at },
})

/** Link 1 is in the shared collection 1, 2 in collection 2, which the editor and the reader share, and 3 in none. */
export const shared = [
  ...[opened, plan('ultra'), created(1), created(2), created(3), saved(1), saved(2), saved(3)],
  ...[collected(1, 1), collected(2, 2), joined(1, EDITOR, 'editor'), joined(1, COMMENTER, 'commenter')],
  ...[joined(1, READER, 'reader'), joined(2, READER, 'editor'), joined(2, EDITOR, 'reader')],
]
