import type { LibraryEvent, LinkChanges } from '@lectern/contracts/events/library.ts'
import { ENTRY_HEADER } from '@lectern/contracts/wallabag/entry.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Aggregates } from '../aggregates.ts'
import { findLink } from '../domain/library/links.ts'
import { issuedBy, now, tellPosition } from '../routes/commands.ts'
import { entryId } from './entry-id.ts'

export type ByEntry = { Params: { entry: string } }
type Command = Parameters<Aggregates['libraries']['handle']>[1]

/** What the routes of entries do alike. */
export const entryCommands = ({ libraries }: Pick<Aggregates, 'libraries'>) => {
  /** @param step names the second command of a request: a repetition of the request repeats both */
  const give = async (
    request: FastifyRequest,
    reply: FastifyReply,
    command: Command,
    step = '',
  ): Promise<readonly LibraryEvent[]> => {
    const caller = requireCaller(request)
    const issued = issuedBy(request, caller)
    const commandId = `${issued.commandId}${step}`
    const outcome = await libraries.handle(caller.libraryId, command, { ...issued, commandId })
    tellPosition(reply, outcome)
    return outcome.events
  }

  const answer = (reply: FastifyReply, id: number) => reply.header(ENTRY_HEADER, String(id)).send({ id })

  const edit = async (request: FastifyRequest, reply: FastifyReply, id: number, changes: LinkChanges) => {
    if (Object.values(changes).some(change => change !== undefined))
      await give(request, reply, { type: 'EditLinks', linkIds: [id], changes, now: now() }, '/changes')
  }

  /** @throws Rejected link-not-found */
  const requireEntry = async (request: FastifyRequest<ByEntry>): Promise<number> => {
    const id = entryId(request.params.entry)
    const { libraryId } = requireCaller(request)
    await libraries.read(libraryId, library => void findLink(library, id))
    return id
  }

  return { give, edit, answer, requireEntry }
}
