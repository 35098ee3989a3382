import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LeftAnswer } from '@lectern/contracts/api/sharing.ts'
import { LeaveRequest } from '@lectern/contracts/api/sharing-requests.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { placeOf } from '@lectern/platform/http/shared-library.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyInstance } from 'fastify'
import { eventId } from '../aggregate/issued.ts'
import { type Copied, copiesOf } from '../domain/library/sharing/copies.ts'
import { roleNow } from '../domain/library/sharing/state.ts'
import { type LeaveNotesParts, leaveNotes } from '../sharing/leave-notes.ts'
import type { People } from '../sharing/people.ts'
import { takeCopies } from '../sharing/take-copies.ts'
import { type ById, idOf, issuedBy, issuedByMember, now, tellPosition } from './commands.ts'
import type { RowBudget } from './row-budget.ts'

export type LeaveRouteParts = LeaveNotesParts & {
  readonly people: People
  readonly limits: Limits
  readonly charge: RowBudget
}

/** A member leaves a collection, with copies of what is in it if they are wanted, and with the own notes unless these stay. */
export const leaveRoute = (app: FastifyInstance, { limits, charge, ...parts }: LeaveRouteParts): void => {
  const { libraries, people } = parts

  /** What a member may copy. @throws Rejected collection-not-found */
  const seenIn = (libraryId: string, collectionId: number, by: string): Promise<Copied[]> =>
    libraries.read(libraryId, library => {
      if (roleNow(library, collectionId, by, now()) === undefined) throw new Rejected('collection-not-found')
      return copiesOf(library, collectionId)
    })

  app.post<ById>(
    '/api/collections/:id/leave',
    { onRequest: limits.ofCaller(120) },
    async (request, reply): Promise<LeftAnswer> => {
      const { libraryId, by } = placeOf(request)
      const collectionId = idOf(request, 'collection-not-found')
      if (by === undefined) throw new Rejected('invalid-input', {}, 'Nobody leaves their own collection.')
      const { copies = false, leaveNotes: leavesNotes = false } = readInput(LeaveRequest, request.body) ?? {}
      const issued = issuedByMember(request, by)
      const isRepeated = (await libraries.recall(libraryId, issued.commandId)) !== undefined
      const links = copies && !isRepeated ? await seenIn(libraryId, collectionId, by) : []
      const caller = requireCaller(request)
      if (links.length > 0) await charge(request, reply, links.length)
      const taken = copies
        ? await takeCopies({ libraries }, caller.libraryId, links, issuedBy(request, caller))
        : { copied: 0, position: undefined }
      const leaving = {
        ...({ type: 'EndMembership', collectionId, memberId: by, how: 'left' } as const),
        ...(leavesNotes && { leavesNotes }),
        ...{ by, now: now() },
      }
      const outcome = await libraries.handle(libraryId, leaving, issued)
      // Reads show the copies; that they left, the routes know by the rows.
      tellPosition(reply, copies ? taken : outcome)
      const [event] = outcome.events
      const left = { eventId: eventId(libraryId, issued.commandId, 0), collectionId, memberId: by }
      // What others read has the copies before the caller's own notes go.
      const leftNotes =
        leavesNotes && event ? await leaveNotes(parts, libraryId, { ...left, at: event.data.at }) : 0
      await people.settle(libraryId)
      return { libraryId, collectionId, copied: taken.copied, leftNotes }
    },
  )
}
