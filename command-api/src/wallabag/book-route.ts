import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Rejected, type RejectionCode } from '@lectern/contracts/api/errors.ts'
import type { ExportFailure } from '@lectern/contracts/export-failures.ts'
import { encodePosition } from '@lectern/platform/event-store/position.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { sendExport } from '@lectern/platform/http/send-export.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Aggregates } from '../aggregates.ts'
import { findLink } from '../domain/library/links.ts'
import type { Exports } from '../exports/exports.ts'
import { exportFileName } from '../exports/file-name.ts'
import type { ShownTitles } from '../reading/shown-titles.ts'
import { entryId } from './entry-id.ts'

/** KOReader ends a request that has brought no byte for 15 s. */
const READY_WITHIN_MS = 12_000
const ANSWER_WITHIN_MS = 14_000
const LOOK_MS = 100
/** A device that syncs asks for one book after the other, and each takes a part of a second. */
const BOOKS_A_MINUTE = 120

/** A book fails with one of these, or nobody knows why. */
const REFUSALS: Partial<Record<ExportFailure, RejectionCode>> = {
  'epub-too-large': 'epub-too-large',
  'out-of-space': 'out-of-space',
}

type BookParts = Pick<Aggregates, 'libraries'> & {
  readonly exports: Exports
  readonly pool: Pool
  readonly shownTitles: ShownTitles
  readonly log: Log
  readonly limits: Limits
}

/** Gives an article as an EPUB. It is an export that the device waits for, and goes with the answer. */
export const bookRoute = (
  app: FastifyInstance,
  { libraries, exports, pool, shownTitles, log, limits }: BookParts,
): void => {
  const asking = {
    onRequest: limits.ofCaller(BOOKS_A_MINUTE),
    config: { answerWithinMs: ANSWER_WITHIN_MS },
    exposeHeadRoute: false,
  }

  app.get<{ Params: { entry: string } }>(
    '/api/entries/:entry/export.epub',
    asking,
    async (request, reply) => {
      const { libraryId, userId } = requireCaller(request)
      const linkId = entryId(request.params.entry)
      const { value: texts, position } = await libraries.readAt(
        libraryId,
        library => findLink(library, linkId).texts,
      )
      const [title = texts.title] = await shownTitles([texts])
      const [id, scope] = [randomUUID(), { kind: 'links', collectionId: null, name: title } as const]
      const fileName = exportFileName('epub', scope, new Date())
      await exports.ask({
        ...{ id, hash: '', userId, libraryId, format: 'epub', ...scope, linkIds: [linkId], fileName },
        ...{ withPrivateNotes: false, position: position && encodePosition(position), forDevice: true },
      })
      if (reply.raw.closed) await remove(libraryId, id)
      else reply.raw.once('close', () => void remove(libraryId, id))
      const size = await sizeOfBook(id, reply)
      return sendExport(reply, pool, { id, format: 'epub', fileName, size })
    },
  )

  const remove = async (libraryId: string, id: string): Promise<void> => {
    await exports.remove(libraryId, id).catch(error => {
      // Newer books of the library may have taken its place.
      if (!(error instanceof Rejected)) log.warn({ err: error, exportId: id }, 'a book was not removed')
    })
  }

  /** Resolves once the book is done. @throws Rejected */
  const sizeOfBook = async (id: string, reply: FastifyReply): Promise<number> => {
    const until = performance.now() + READY_WITHIN_MS
    while (performance.now() < until && !reply.raw.closed) {
      const book = await exports.find(id)
      if (book === undefined) break
      if (book.failure !== null) throw new Rejected(REFUSALS[book.failure] ?? 'unavailable')
      // The link was deleted meanwhile.
      if (book.status === 'done' && book.links === 0) throw new Rejected('link-not-found')
      if (book.status === 'done') return book.size
      await pause(LOOK_MS)
    }
    reply.header('retry-after', '10')
    throw new Rejected('unavailable', {}, 'The EPUB is still being made. Please try again in a moment.')
  }
}
