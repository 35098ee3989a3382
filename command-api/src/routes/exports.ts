import { createHash } from 'node:crypto'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { ExportRequest } from '@lectern/contracts/api/export-requests.ts'
import {
  type Export,
  type ExportIdAnswer,
  hasBulkExport,
  needsBulkExport,
} from '@lectern/contracts/api/exports.ts'
import { EPUB_ARTICLES_MAX } from '@lectern/contracts/epub.ts'
import { countIds, idsIn, toIdRanges } from '@lectern/contracts/id-ranges.ts'
import { BULK_BODY_MAX, BULK_VALUES_MAX } from '@lectern/contracts/limits.ts'
import { encodePosition, laterPosition } from '@lectern/platform/event-store/position.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { eventId } from '../aggregate/issued.ts'
import type { Aggregates } from '../aggregates.ts'
import type { Library } from '../domain/library/state.ts'
import type { AskedExport, Exports } from '../exports/exports.ts'
import { exportFileName } from '../exports/file-name.ts'
import type { ShownTitles } from '../reading/shown-titles.ts'
import { type ById, issuedBy } from './commands.ts'

const HOUR_MS = 3_600_000
const A_HOUR = 60

export type ExportRouteParts = Pick<Aggregates, 'libraries' | 'notebooks'> & {
  readonly exports: Exports
  readonly shownTitles: ShownTitles
  readonly limits: Limits
}

type Scope = ReturnType<typeof scopeOf>

/** Requests for exports. query-api lists them and gives their files. */
export const exportRoutes = (
  app: FastifyInstance,
  { libraries, notebooks, exports, shownTitles, limits }: ExportRouteParts,
): void => {
  const asking = {
    onRequest: limits.ofCaller(A_HOUR, { windowMs: HOUR_MS }),
    bodyLimit: BULK_BODY_MAX,
    config: { valuesMax: BULK_VALUES_MAX },
  }

  app.post('/api/exports', asking, async (request, reply): Promise<Export & FastifyReply> => {
    const caller = requireCaller(request)
    const { libraryId, userId } = caller
    const {
      format,
      scope: wanted,
      withPrivateNotes = wanted.kind === 'all',
    } = readInput(ExportRequest, request.body)
    const library = await libraries.readAt(libraryId, state => {
      const chosen = wanted.kind === 'links' ? new Set(wanted.linkIds).size : undefined
      if (needsBulkExport(format, wanted.kind, chosen) && !hasBulkExport(state.allowance.plan))
        throw new Rejected('bulk-export-needed', { upgradeRequired: true })
      const scope = scopeOf(state, wanted)
      if (format === 'epub' && countOf(state, scope) > EPUB_ARTICLES_MAX) throw new Rejected('epub-too-large')
      return { scope, only: onlyLink(state, scope) }
    })
    const notebook = await notebooks.readAt(libraryId, () => {})
    const position = laterPosition(library.position, notebook.position)
    const { only } = library.value
    const [name] = format === 'epub' && only ? await shownTitles([only]) : []
    const scope: Scope = { ...library.value.scope, ...(name !== undefined && { name }) }
    const id = eventId(libraryId, `export/${issuedBy(request, caller).commandId}`, 0)
    const now = new Date()
    const asked: AskedExport = {
      id,
      hash: createHash('sha256')
        .update(JSON.stringify([format, wanted, withPrivateNotes]))
        .digest('hex'),
      userId,
      libraryId,
      format,
      ...scope,
      withPrivateNotes,
      fileName: exportFileName(format, scope, now),
      position: position && encodePosition(position),
      forDevice: false,
    }
    const requestedAt = await exports.ask(asked)
    const { kind, fileName } = asked
    return reply.code(202).send({
      id,
      format,
      scope: { kind, name: asked.name },
      ...{ status: 'waiting', written: 0, total: null, fileName, size: null, reason: null },
      ...{ requestedAt: requestedAt.toISOString(), endedAt: null, expiresAt: null },
    } satisfies Export)
  })

  app.delete<ById>('/api/exports/:id', async (request): Promise<ExportIdAnswer> => {
    const { id } = request.params
    await exports.remove(requireCaller(request).libraryId, id)
    return { id }
  })
}

type Wanted = ReturnType<typeof readInput<typeof ExportRequest>>['scope']
type Asked = Pick<AskedExport, 'kind' | 'linkIds' | 'collectionId' | 'name'>

const countOf = ({ links }: Library, { kind, linkIds, collectionId }: Asked): number => {
  if (kind === 'all') return links.size
  if (kind === 'links') return countIds(linkIds ?? [])
  let count = 0
  for (const link of links.values()) if (link.collectionId === collectionId) count += 1
  return count
}

/** The texts of the only link that was chosen. */
const onlyLink = ({ links }: Library, { linkIds }: Asked) => {
  const [linkId] = linkIds !== null && countIds(linkIds) === 1 ? idsIn(linkIds) : []
  return linkId === undefined ? undefined : links.get(linkId)?.texts
}

/** @throws Rejected collection-not-found; link-not-found where none of the links is there */
const scopeOf = ({ links, collections }: Library, wanted: Wanted): Asked => {
  if (wanted.kind === 'all') return { kind: 'all', linkIds: null, collectionId: null, name: null }
  if (wanted.kind === 'links') {
    const linkIds = toIdRanges(wanted.linkIds.filter(id => links.has(id)))
    if (linkIds.length === 0) throw new Rejected('link-not-found')
    return { kind: 'links', linkIds, collectionId: null, name: null }
  }
  const { collectionId } = wanted
  if (collectionId === null) return { kind: 'collection', linkIds: null, collectionId, name: null }
  const collection = collections.get(collectionId)
  if (collection === undefined) throw new Rejected('collection-not-found')
  return { kind: 'collection', linkIds: null, collectionId, name: collection.name }
}
