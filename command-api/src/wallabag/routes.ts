import { Rejected } from '@lectern/contracts/api/errors.ts'
import { SaveLinkRequest } from '@lectern/contracts/api/link-requests.ts'
import type { LibraryEvent, LinkChanges } from '@lectern/contracts/events/library.ts'
import { LINK_BODY_MAX } from '@lectern/contracts/limits.ts'
import { tagKey } from '@lectern/contracts/tags.ts'
import { ENTRY_HEADER, wallabagDate, wallabagTag } from '@lectern/contracts/wallabag/entry.ts'
import { AddTagsRequest, EditEntryRequest, NewEntryRequest } from '@lectern/contracts/wallabag/requests.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { callerRateLimit } from '@lectern/platform/http/rate-limit.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Aggregates } from '../aggregates.ts'
import { DuplicateLink, findLink } from '../domain/library/links.ts'
import { linksWith } from '../domain/library/tag-acts.ts'
import { spellingsOf } from '../domain/library/tags.ts'
import type { ShownTitles } from '../reading/shown-titles.ts'
import { issuedBy, now, tellPosition } from '../routes/commands.ts'
import type { RowBudget } from '../routes/row-budget.ts'
import { entryId } from './entry-id.ts'

type ByEntry = { Params: { entry: string } }
type Command = Parameters<Aggregates['libraries']['handle']>[1]

export type WallabagParts = Pick<Aggregates, 'libraries'> & {
  readonly shownTitles: ShownTitles
  readonly rateLimits: boolean
  readonly charge: RowBudget
}

/** Changes by KOReader and the apps of wallabag. Each becomes the commands of our own API; the gateway answers with the entry. */
export const wallabagRoutes = (
  app: FastifyInstance,
  { libraries, shownTitles, rateLimits, charge }: WallabagParts,
): void => {
  const limited = { onRequest: callerRateLimit(600, rateLimits), bodyLimit: LINK_BODY_MAX }

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

  const tagsOf = (request: FastifyRequest, id: number): Promise<readonly string[]> =>
    libraries.read(requireCaller(request).libraryId, library => findLink(library, id).tags)

  const save = async (request: FastifyRequest, reply: FastifyReply) => {
    const { url, title, tags, archive, starred } = readInput(NewEntryRequest, request.body)
    const link = readInput(SaveLinkRequest, { url, title: title?.trim() || null, tags })
    const flags = { ...changesOf({ archive, starred }) }
    try {
      const [event] = await give(request, reply, { type: 'SaveLink', ...link, now: now() })
      if (event?.type !== 'LinkSaved') throw new Error('Saving led to no link')
      await edit(request, reply, event.data.linkId, flags)
      return answer(reply, event.data.linkId)
    } catch (error) {
      if (!(error instanceof DuplicateLink)) throw error
      const more = link.tags.length > 0 ? { addTags: link.tags } : {}
      await edit(request, reply, error.linkId, { ...flags, ...more })
      return answer(reply, error.linkId)
    }
  }
  for (const path of ['/api/entries', '/api/entries.json']) app.post(path, limited, save)

  app.patch<ByEntry>('/api/entries/:entry', limited, async (request, reply) => {
    const id = await requireEntry(request)
    const { title, tags, archive, starred } = readInput(EditEntryRequest, request.body)
    const { tags: addTags } = readInput(SaveLinkRequest, { url: 'https://lectern.example', tags })
    const newTitle = title?.trim()
    if (newTitle) {
      const { title: checked } = readInput(SaveLinkRequest, {
        url: 'https://lectern.example',
        title: newTitle,
      })
      await give(request, reply, {
        ...({ type: 'EditLink', linkId: id, ignoreDuplicate: false, now: now() } as const),
        ...(checked && { title: checked }),
      })
    }
    const more = addTags.length > 0 ? { addTags } : {}
    await edit(request, reply, id, { ...changesOf({ archive, starred }), ...more })
    return answer(reply, id)
  })

  app.delete<ByEntry>('/api/entries/:entry', limited, async (request, reply) => {
    const id = await requireEntry(request)
    const { libraryId } = requireCaller(request)
    const link = await libraries.read(libraryId, library => ({ ...findLink(library, id) }))
    const [title] = await shownTitles([link.texts])
    await give(request, reply, { type: 'DeleteLink', linkId: id, now: now() })
    const at = wallabagDate(new Date(link.savedAt))
    return {
      ...{ id, url: link.texts.url, title, tags: link.tags.map(wallabagTag), created_at: at, updated_at: at },
      ...{ is_archived: link.archived ? 1 : 0, is_starred: link.favorite ? 1 : 0 },
    }
  })

  app.post<ByEntry>('/api/entries/:entry/tags.json', limited, async (request, reply) => {
    const id = await requireEntry(request)
    const { tags } = readInput(AddTagsRequest, request.body)
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

  /** Takes a tag from all links, by its name. */
  app.delete<{ Querystring: { tag?: unknown } }>('/api/tag/label.json', limited, async (request, reply) => {
    const wanted = tagKey(String(request.query.tag ?? ''))
    const known = await allTags(request)
    return deleteTag(
      request,
      reply,
      known.filter(label => tagKey(label) === wanted),
    )
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
  const deleteTag = async (request: FastifyRequest, reply: FastifyReply, found: readonly string[]) => {
    const [tag, other] = new Map(found.map(label => [tagKey(label), label])).values()
    if (tag === undefined || other !== undefined) throw new Rejected('tag-not-found')
    const rows = await libraries.read(
      requireCaller(request).libraryId,
      library => linksWith(library, spellingsOf(library.tags, tag)).length,
    )
    await charge(request, reply, 2 * rows)
    await give(request, reply, { type: 'DeleteTag', tag, now: now() })
    return wallabagTag(tag)
  }
}

/** The number of a tag in a path: '7.json' or '7'. */
const isTag = (label: string, inPath: string): boolean =>
  String(wallabagTag(label).id) === inPath.replace(/\.json$/, '')

type Flags = { archive?: boolean | null | undefined; starred?: boolean | null | undefined }

const changesOf = ({ archive, starred }: Flags): LinkChanges => ({
  ...(archive != null && { isArchived: archive }),
  ...(starred != null && { isFavorite: starred }),
})
