import { Rejected } from '@lectern/contracts/api/errors.ts'
import { SaveLinkRequest } from '@lectern/contracts/api/link-requests.ts'
import { LINK_BODY_MAX, TAG_MAX, TAGS_MAX } from '@lectern/contracts/limits.ts'
import { tagKey, tagName } from '@lectern/contracts/tags.ts'
import { type WallabagTag, wallabagTag } from '@lectern/contracts/wallabag/entry.ts'
import { AddTagsRequest, ReviewRequest } from '@lectern/contracts/wallabag/requests.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Aggregates } from '../aggregates.ts'
import { findLink } from '../domain/library/links.ts'
import { linksWith } from '../domain/library/tag-acts.ts'
import { spellingsOf } from '../domain/library/tags.ts'
import { now } from '../routes/commands.ts'
import type { RowBudget } from '../routes/row-budget.ts'
import { type ByEntry, entryCommands } from './entry-commands.ts'
import { takeReviewWith } from './review.ts'

export type TagParts = Pick<Aggregates, 'libraries' | 'notebooks'> & {
  readonly limits: Limits
  readonly charge: RowBudget
}

/** Tags of entries, one entry or all. */
export const tagRoutes = (app: FastifyInstance, { libraries, notebooks, limits, charge }: TagParts): void => {
  const limited = { onRequest: limits.ofCaller(600, { name: 'wallabag-tags' }), bodyLimit: LINK_BODY_MAX }
  const { give, edit, answer, requireEntry } = entryCommands({ libraries })
  const takeReview = takeReviewWith({ libraries, notebooks })

  const tagsOf = (request: FastifyRequest, id: number): Promise<readonly string[]> =>
    libraries.read(requireCaller(request).libraryId, library => findLink(library, id).tags)

  for (const path of ['/api/entries/:entry/tags', '/api/entries/:entry/tags.json'])
    app.post<ByEntry>(path, limited, async (request, reply) => {
      const id = await requireEntry(request)
      const { tags } = readInput(AddTagsRequest, request.body)
      if (!areTags(tags)) {
        await takeReview(request, reply, id, readInput(ReviewRequest, request.body).tags)
        return answer(reply, id)
      }
      const { tags: addTags } = readInput(SaveLinkRequest, { url: 'https://lectern.example', tags })
      if (addTags.length > 0) await edit(request, reply, id, { addTags })
      return answer(reply, id)
    })

  app.delete<{ Params: { entry: string; tag: string } }>(
    '/api/entries/:entry/tags/:tag',
    limited,
    async (request, reply) => {
      const id = await requireEntry(request)
      const removeTags = (await tagsOf(request, id)).filter(label => isTag(label, request.params.tag))
      if (removeTags.length === 0) throw new Rejected('tag-not-found')
      await edit(request, reply, id, { removeTags })
      return answer(reply, id)
    },
  )

  const named = (known: readonly string[], name: string) =>
    known.filter(label => tagKey(label) === tagKey(name))

  /** Takes a tag from all links, by its name. */
  for (const path of ['/api/tag/label', '/api/tag/label.json'])
    app.delete<{ Querystring: { tag?: unknown } }>(path, limited, async (request, reply) =>
      deleteTag(request, reply, named(await allTags(request), String(request.query.tag ?? '').trim())),
    )

  /** Several tags, joined by commas. Those that the library does not have are passed over, unless it has none of them. */
  for (const path of ['/api/tags/label', '/api/tags/label.json'])
    app.delete<{ Querystring: { tags?: unknown } }>(path, limited, async (request, reply) => {
      const known = await allTags(request)
      const { tags } = readInput(AddTagsRequest, request.query)
      const { tags: wanted } = readInput(SaveLinkRequest, { url: 'https://lectern.example', tags })
      const found = wanted.map(name => named(known, name)).filter(labels => labels.length > 0)
      if (found.length === 0) throw new Rejected('tag-not-found')
      const deleted: WallabagTag[] = []
      for (const [n, labels] of found.entries())
        deleted.push(await deleteTag(request, reply, labels, `/${n}`))
      return deleted
    })

  app.delete<{ Params: { tag: string } }>('/api/tags/:tag', limited, async (request, reply) => {
    const known = await allTags(request)
    return deleteTag(
      request,
      reply,
      known.filter(label => isTag(label, request.params.tag)),
    )
  })

  const allTags = (request: FastifyRequest): Promise<readonly string[]> =>
    libraries.read(requireCaller(request).libraryId, ({ tags }) => [...tags.names.keys()])

  /** Two tags with one number are not told apart, and neither is deleted. */
  const deleteTag = async (
    request: FastifyRequest,
    reply: FastifyReply,
    found: readonly string[],
    step = '',
  ): Promise<WallabagTag> => {
    const [tag, other] = new Map(found.map(label => [tagKey(label), label])).values()
    if (tag === undefined || other !== undefined) throw new Rejected('tag-not-found')
    const rows = await libraries.read(
      requireCaller(request).libraryId,
      library => linksWith(library, spellingsOf(library.tags, tag)).length,
    )
    await charge(request, reply, 2 * rows)
    await give(request, reply, { type: 'DeleteTag', tag, now: now() }, step)
    return wallabagTag(tag)
  }
}

/** KOReader sends what a person wrote about a book as its tags, whatever it is. */
const areTags = (names: readonly string[]): boolean =>
  names.length <= TAGS_MAX && names.every(name => tagName(name).length <= TAG_MAX && !/[\r\n]/.test(name))

/** The number of a tag in a path: '7.json' or '7'. */
const isTag = (label: string, inPath: string): boolean =>
  String(wallabagTag(label).id) === inPath.replace(/\.json$/, '')
