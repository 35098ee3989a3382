import { Readable } from 'node:stream'
import type { Link } from '@lectern/contracts/api/links.ts'
import {
  CountNotesQuery,
  CountNotesRequest,
  ExportNotesQuery,
  ListNotesOfLinkQuery,
  ListNotesQuery,
  NoteChangesQuery,
} from '@lectern/contracts/api/note-requests.ts'
import {
  type CountNotesAnswer,
  CURSOR_HEADER,
  type NoteChanges,
  type NoteCounts,
  type NoteEntries,
  type NoteList,
} from '@lectern/contracts/api/notes.ts'
import { BULK_BODY_MAX, BULK_VALUES_MAX } from '@lectern/contracts/limits.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { callerRateLimit } from '@lectern/platform/http/rate-limit.ts'
import { limitConcurrencyBy } from '@lectern/platform/process/limit-concurrency.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { decodeCursor } from '../links/cursor.ts'
import { parseLinkId, readLink } from '../links/one.ts'
import { changesAfter, parseChangesCursor } from '../notes/changes.ts'
import { countNotes } from '../notes/count.ts'
import { countByType } from '../notes/counts.ts'
import type { Notebook } from '../notes/elsewhere.ts'
import { articleAsMarkdown, noteAsMarkdown, notesToExport } from '../notes/export.ts'
import { listNotes } from '../notes/list.ts'
import { notesOfLink } from '../notes/of-link.ts'
import { sourceFor } from '../shared/source.ts'
import type { QueryTools } from '../tools.ts'

type ById = { Params: { id: string } }

/** Lists of one library that Postgres answers at once: many of one person hold up nobody else. */
const OF_LIBRARY = 2

export const noteRoutes = (app: FastifyInstance, { read, gate, rateLimits }: QueryTools): void => {
  const listsOfLibrary = limitConcurrencyBy(OF_LIBRARY)

  app.get('/api/notes', { preHandler: gate.list }, async (request, reply) => {
    const caller = requireCaller(request)
    const { libraryId } = caller
    if ((request.query as { changes?: unknown }).changes !== undefined)
      return changesOf(caller, request.query) satisfies Promise<NoteChanges>
    const { cursor, ...query } = readInput(ListNotesQuery, request.query)
    const filters = { ...query, cursor: cursor === undefined ? undefined : decodeCursor(cursor) }
    const list = () => listNotes(read(), caller, filters)
    const { entries, next } = await listsOfLibrary.use(libraryId, list)
    if (next !== undefined) reply.header(CURSOR_HEADER, next)
    return entries satisfies NoteEntries
  })

  const changesOf = async (caller: Notebook, query: unknown): Promise<NoteChanges> => {
    const { changes, private: withPrivate } = readInput(NoteChangesQuery, query)
    const after = parseChangesCursor(changes)
    const look = () => changesAfter(read(), caller, after, withPrivate === 'true')
    return listsOfLibrary.use(caller.libraryId, look)
  }

  app.get('/api/notes/counts', { preHandler: gate.list }, async (request): Promise<NoteCounts> => {
    const caller = requireCaller(request)
    const { q } = readInput(CountNotesQuery, request.query)
    return listsOfLibrary.use(caller.libraryId, () => countByType(read(), caller, q))
  })

  const exporting = { onRequest: callerRateLimit(30, rateLimits), preHandler: gate.library }

  /** Notes of the caller alone. @param article of the notes; all articles where it is absent */
  const sendExport = (request: FastifyRequest, reply: FastifyReply, article?: Link) => {
    const notebook = requireCaller(request)
    const memberId = request.membership?.memberId ?? null
    const withPrivate = readInput(ExportNotesQuery, request.query).private === 'true'
    const of = article && { linkId: article.id, memberId }
    const markdown = async function* () {
      if (article) yield articleAsMarkdown(article)
      let heading = article && `${memberId}/${article.id}`
      for await (const rows of notesToExport(read, { notebook, of, withPrivate })) {
        let text = ''
        for (const row of rows) {
          const next = `${row.member_id}/${row.link_id}`
          if (next !== heading) text += articleAsMarkdown(row)
          heading = next
          text += noteAsMarkdown(row)
        }
        yield text
      }
    }
    const name = article ? `lectern-notes-${article.id}.md` : 'lectern-notes.md'
    return reply
      .type('text/markdown; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(markdown()))
  }
  app.get('/api/notes/export', exporting, async (request, reply) => sendExport(request, reply))
  app.get<ById>('/api/links/:id/notes/export', exporting, async (request, reply) => {
    const source = await sourceFor(read(), request)
    const link = await readLink(source.db, source.reader, parseLinkId(request.params.id))
    return sendExport(request, reply, link)
  })

  app.get<ById>(
    '/api/links/:id/notes',
    { preHandler: gate.library },
    async (request, reply): Promise<NoteList> => {
      const { libraryId } = requireCaller(request)
      const linkId = parseLinkId(request.params.id)
      const { cursor } = readInput(ListNotesOfLinkQuery, request.query)
      const source = await sourceFor(read(), request)
      const list = () => notesOfLink(read(), source, linkId, cursor)
      const { notes, next } = await listsOfLibrary.use(libraryId, list)
      if (next !== undefined) reply.header(CURSOR_HEADER, String(next))
      return notes
    },
  )

  const counting = {
    onRequest: callerRateLimit(120, rateLimits),
    preHandler: gate.library,
    bodyLimit: BULK_BODY_MAX,
    config: { valuesMax: BULK_VALUES_MAX },
  }
  app.post('/api/notes/count', counting, async (request): Promise<CountNotesAnswer> => {
    const { libraryId } = requireCaller(request)
    const { linkIds } = readInput(CountNotesRequest, request.body)
    return { notes: await countNotes(read(), libraryId, linkIds) }
  })
}
