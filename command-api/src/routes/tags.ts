import { DeleteTagRequest, MergeTagsRequest, RenameTagRequest } from '@lectern/contracts/api/link-requests.ts'
import type { BulkEditAnswer } from '@lectern/contracts/api/links.ts'
import { countIds } from '@lectern/contracts/id-ranges.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Aggregates } from '../aggregates.ts'
import { linksWith, type TagCommand } from '../domain/library/tag-acts.ts'
import { spellingsOf } from '../domain/library/tags.ts'
import { commandLibrary, now } from './commands.ts'
import type { RowBudget } from './row-budget.ts'

export type TagRouteParts = Pick<Aggregates, 'libraries'> & {
  readonly limits: Limits
  readonly charge: RowBudget
}

/** Acts on a tag of a library. An answer counts the links that have changed. */
export const tagRoutes = (app: FastifyInstance, { libraries, limits, charge }: TagRouteParts): void => {
  const options = { onRequest: limits.ofCaller(120, { name: 'tags' }) }
  const command = commandLibrary(libraries)

  const act = async (
    request: FastifyRequest,
    reply: FastifyReply,
    tags: readonly string[],
    asked: TagCommand,
  ): Promise<BulkEditAnswer> => {
    const rows = await libraries.read(requireCaller(request).libraryId, library => {
      const spelled = tags.flatMap(tag => spellingsOf(library.tags, tag))
      return linksWith(library, spelled).length
    })
    await charge(request, reply, 2 * rows)
    const [event] = await command(request, reply, asked)
    return { updatedCount: event && 'links' in event.data ? countIds(event.data.links as never) : 0 }
  }

  app.post('/api/tags/rename', options, (request, reply) => {
    const { from, to, ...how } = readInput(RenameTagRequest, request.body)
    return act(request, reply, [from], { type: 'RenameTag', from, to, ...how, now: now() })
  })

  app.post('/api/tags/merge', options, (request, reply) => {
    const { from, into, ...how } = readInput(MergeTagsRequest, request.body)
    return act(request, reply, [...from, into], { type: 'MergeTags', from, into, ...how, now: now() })
  })

  app.post('/api/tags/delete', options, (request, reply) => {
    const { tag, ...how } = readInput(DeleteTagRequest, request.body)
    return act(request, reply, [tag], { type: 'DeleteTag', tag, ...how, now: now() })
  })
}
