import { Rejected } from '@lectern/contracts/api/errors.ts'
import { SaveLinkRequest } from '@lectern/contracts/api/link-requests.ts'
import type { LibraryEvent, LinkChanges } from '@lectern/contracts/events/library.ts'
import { LINK_BODY_MAX, PAGE_BODY_MAX } from '@lectern/contracts/limits.ts'
import { tagKey } from '@lectern/contracts/tags.ts'
import {
  ENTRY_HEADER,
  type WallabagTag,
  wallabagDate,
  wallabagTag,
} from '@lectern/contracts/wallabag/entry.ts'
import { AddTagsRequest, EditEntryRequest, NewEntryRequest } from '@lectern/contracts/wallabag/requests.ts'
import { BODY_WITHIN_MS_MAX } from '@lectern/platform/http/answer-in-time.ts'
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
import type { ProvidePage } from '../routes/page.ts'
import type { Reread } from '../routes/reading.ts'
import type { RowBudget } from '../routes/row-budget.ts'
import { pageOfContent } from './content-page.ts'
import { entryId } from './entry-id.ts'

type ByEntry = { Params: { entry: string } }
type Command = Parameters<Aggregates['libraries']['handle']>[1]

export type WallabagParts = Pick<Aggregates, 'libraries'> & {
  readonly shownTitles: ShownTitles
  readonly providePage: ProvidePage
  readonly reread: Reread
  readonly rateLimits: boolean
  readonly charge: RowBudget
}

/** Changes by KOReader and the apps of wallabag. Each becomes the commands of our own API; the gateway answers with the entry. */
export const wallabagRoutes = (
  app: FastifyInstance,
  { libraries, shownTitles, providePage, reread, rateLimits, charge }: WallabagParts,
): void => {
  const limited = { onRequest: callerRateLimit(600, rateLimits), bodyLimit: LINK_BODY_MAX }
  /** A page may come along. */
  const upload = { ...limited, bodyLimit: PAGE_BODY_MAX, config: { bodyWithinMs: BODY_WITHIN_MS_MAX } }

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

  const provide = async (request: FastifyRequest, reply: FastifyReply, id: number, page?: string) => {
    if (page === undefined) return
    const caller = requireCaller(request)
    const issued = issuedBy(request, caller)
    const commandId = `${issued.commandId}/page`
    tellPosition(reply, await providePage(caller, id, page, { ...issued, commandId }))
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
    const sent = readInput(NewEntryRequest, request.body)
    const { url, title, tags, archive, starred } = sent
    const page = pageOfContent(sent)
    const link = readInput(SaveLinkRequest, { url, title: title?.trim() || null, tags })
    const flags = { ...changesOf({ archive, starred }) }
    try {
      const [event] = await give(request, reply, { type: 'SaveLink', ...link, now: now() })
      if (event?.type !== 'LinkSaved') throw new Error('Saving led to no link')
      await edit(request, reply, event.data.linkId, flags)
      await provide(request, reply, event.data.linkId, page)
      return answer(reply, event.data.linkId)
    } catch (error) {
      if (!(error instanceof DuplicateLink)) throw error
      const more = link.tags.length > 0 ? { addTags: link.tags } : {}
      await edit(request, reply, error.linkId, { ...flags, ...more })
      await provide(request, reply, error.linkId, page)
      return answer(reply, error.linkId)
    }
  }
  for (const path of ['/api/entries', '/api/entries.json']) app.post(path, upload, save)

  app.patch<ByEntry>('/api/entries/:entry', upload, async (request, reply) => {
    const id = await requireEntry(request)
    const sent = readInput(EditEntryRequest, request.body)
    const { title, tags, archive, starred } = sent
    const page = pageOfContent(sent)
    const { tags: wanted } = readInput(SaveLinkRequest, { url: 'https://lectern.example', tags })
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
    const more = wanted.length > 0 ? { tags: wanted } : {}
    await edit(request, reply, id, { ...changesOf({ archive, starred }), ...more })
    await provide(request, reply, id, page)
    return answer(reply, id)
  })

  /** 304 where it would change nothing: a page that somebody provided stays. */
  for (const path of ['/api/entries/:entry/reload', '/api/entries/:entry/reload.json'])
    app.patch<ByEntry>(path, limited, async (request, reply) => {
      const id = await requireEntry(request)
      try {
        await reread(request, reply, id, ({ status }) =>
          status === 'ready' ? 'RequestReread' : 'RequestRetry',
        )
      } catch (error) {
        if (error instanceof Rejected && error.code === 'page-provided') return reply.code(304).send()
        throw error
      }
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

  for (const path of ['/api/entries/:entry/tags', '/api/entries/:entry/tags.json'])
    app.post<ByEntry>(path, limited, async (request, reply) => {
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

/** The number of a tag in a path: '7.json' or '7'. */
const isTag = (label: string, inPath: string): boolean =>
  String(wallabagTag(label).id) === inPath.replace(/\.json$/, '')

type Flags = { archive?: boolean | null | undefined; starred?: boolean | null | undefined }

const changesOf = ({ archive, starred }: Flags): LinkChanges => ({
  ...(archive != null && { isArchived: archive }),
  ...(starred != null && { isFavorite: starred }),
})
