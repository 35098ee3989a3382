import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { Membership } from '@lectern/platform/http/shared-library.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Aggregates } from '../aggregates.ts'
import { checkRole } from '../domain/library/sharing/permit.ts'
import { sees } from '../domain/library/sharing/seen.ts'
import { commandOwn, now } from './commands.ts'

type Flags = { readonly isFavorite?: boolean | undefined; readonly isArchived?: boolean | undefined }

/** Flags on links of somebody else are written in the caller's own library, once the caller was found to see them. */
export const flagSharedWith = ({ libraries }: Pick<Aggregates, 'libraries'>) => {
  const command = commandOwn(libraries)
  /** @returns the revision of the other library, at which the caller saw these links */
  const seenAmong = ({ libraryId, memberId }: Membership, linkIds: readonly number[]) =>
    libraries.readAt(libraryId, library => linkIds.filter(id => sees(library, memberId, id, now())))

  return {
    /** One link. A flag has no toggle here: our client always says what it wants. @throws Rejected link-not-found, invalid-input */
    one: async (
      request: FastifyRequest,
      reply: FastifyReply,
      linkId: number,
      flags: Flags,
    ): Promise<void> => {
      const membership = membershipOf(request)
      const { libraryId, memberId } = membership
      const { revision } = await libraries.readAt(libraryId, library =>
        checkRole(library, { by: memberId, linkId, role: 'reader', now: now() }),
      )
      if (Object.values(flags).every(flag => flag === undefined))
        throw new Rejected('invalid-input', {}, 'Please say whether it is set.')
      const known = { revision }
      await command(request, reply, {
        type: 'FlagShared',
        memberId,
        linkIds: [linkId],
        ...flags,
        known,
        now: now(),
      })
    },
    /** Those that the caller sees. @returns how many these are */
    many: async (
      request: FastifyRequest,
      reply: FastifyReply,
      linkIds: readonly number[],
      flags: Flags,
    ): Promise<number> => {
      const membership = membershipOf(request)
      const { memberId } = membership
      const { value: seen, revision } = await seenAmong(membership, [...new Set(linkIds)])
      const flag = { type: 'FlagShared', memberId, linkIds: seen, ...flags, known: { revision } } as const
      if (seen.length > 0) await command(request, reply, { ...flag, now: now() })
      return seen.length
    },
  }
}

const membershipOf = ({ membership }: FastifyRequest): Membership => {
  if (membership === undefined) throw new Error('The call is about the own library')
  return membership
}
