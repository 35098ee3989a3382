import {
  type CountNotesAnswer,
  CountNotesRequest,
  CURSOR_HEADER,
  ListNotesOfLinkQuery,
  ListNotesQuery,
  type NoteEntries,
  type NoteList,
} from '@lectern/contracts/api/notes.ts'
import { BULK_BODY_MAX } from '@lectern/contracts/limits.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { callerRateLimit } from '@lectern/platform/http/rate-limit.ts'
import { limitConcurrencyBy } from '@lectern/platform/process/limit-concurrency.ts'
import type { FastifyInstance } from 'fastify'
import { decodeCursor } from '../links/cursor.ts'
import { parseLinkId } from '../links/one.ts'
import { countNotes } from '../notes/count.ts'
import { listNotes } from '../notes/list.ts'
import { notesOfLink } from '../notes/of-link.ts'
import type { QueryTools } from '../tools.ts'

/** Lists of one library that Postgres answers at once: many of one person hold up nobody else. */
const OF_LIBRARY = 2

export const noteRoutes = (app: FastifyInstance, { read, gate, rateLimits }: QueryTools): void => {
  const listsOfLibrary = limitConcurrencyBy(OF_LIBRARY)

  app.get('/api/notes', { preHandler: gate.library }, async (request, reply): Promise<NoteEntries> => {
    const { libraryId } = requireCaller(request)
    const { cursor, ...query } = readInput(ListNotesQuery, request.query)
    const filters = { ...query, cursor: cursor === undefined ? undefined : decodeCursor(cursor) }
    const list = () => listNotes(read(), libraryId, filters)
    const { entries, next } = await listsOfLibrary.use(libraryId, list)
    if (next !== undefined) reply.header(CURSOR_HEADER, next)
    return entries
  })

  app.get<{ Params: { id: string } }>(
    '/api/links/:id/notes',
    { preHandler: gate.library },
    async (request, reply): Promise<NoteList> => {
      const { libraryId } = requireCaller(request)
      const linkId = parseLinkId(request.params.id)
      const { cursor } = readInput(ListNotesOfLinkQuery, request.query)
      const list = () => notesOfLink(read(), libraryId, linkId, cursor)
      const { notes, next } = await listsOfLibrary.use(libraryId, list)
      if (next !== undefined) reply.header(CURSOR_HEADER, String(next))
      return notes
    },
  )

  const counting = {
    onRequest: callerRateLimit(120, rateLimits),
    preHandler: gate.library,
    bodyLimit: BULK_BODY_MAX,
  }
  app.post('/api/notes/count', counting, async (request): Promise<CountNotesAnswer> => {
    const { libraryId } = requireCaller(request)
    const { linkIds } = readInput(CountNotesRequest, request.body)
    return { notes: await countNotes(read(), libraryId, linkIds) }
  })
}
