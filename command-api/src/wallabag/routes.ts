import { Rejected } from '@lectern/contracts/api/errors.ts'
import { SaveLinkRequest } from '@lectern/contracts/api/link-requests.ts'
import type { LinkChanges } from '@lectern/contracts/events/library.ts'
import { LINK_BODY_MAX, PAGE_BODY_MAX } from '@lectern/contracts/limits.ts'
import { titleOfPage } from '@lectern/contracts/titles.ts'
import { wallabagDate, wallabagTag } from '@lectern/contracts/wallabag/entry.ts'
import { EditEntryRequest, NewEntryRequest } from '@lectern/contracts/wallabag/requests.ts'
import { BODY_WITHIN_MS_MAX } from '@lectern/platform/http/answer-in-time.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Aggregates } from '../aggregates.ts'
import { DuplicateLink, findLink } from '../domain/library/links.ts'
import type { ShownTitles } from '../reading/shown-titles.ts'
import { issuedBy, now, tellPosition } from '../routes/commands.ts'
import type { ProvidePage } from '../routes/page.ts'
import type { Reread } from '../routes/reading.ts'
import { pageOfContent } from './content-page.ts'
import { type ByEntry, entryCommands } from './entry-commands.ts'

export type WallabagParts = Pick<Aggregates, 'libraries'> & {
  readonly shownTitles: ShownTitles
  readonly providePage: ProvidePage
  readonly reread: Reread
  readonly limits: Limits
}

/** Changes by KOReader and the apps of wallabag. Each becomes the commands of our own API; the gateway answers with the entry. */
export const wallabagRoutes = (
  app: FastifyInstance,
  { libraries, shownTitles, providePage, reread, limits }: WallabagParts,
): void => {
  const limited = { onRequest: limits.ofCaller(600, { name: 'wallabag-entries' }), bodyLimit: LINK_BODY_MAX }
  /** A page may come along. */
  const upload = { ...limited, bodyLimit: PAGE_BODY_MAX, config: { bodyWithinMs: BODY_WITHIN_MS_MAX } }

  const { give, edit, answer, requireEntry } = entryCommands({ libraries })

  const provide = async (request: FastifyRequest, reply: FastifyReply, id: number, page?: string) => {
    if (page === undefined) return
    const caller = requireCaller(request)
    const issued = issuedBy(request, caller)
    const commandId = `${issued.commandId}/page`
    tellPosition(reply, await providePage(caller, id, page, { ...issued, commandId }))
  }

  const save = async (request: FastifyRequest, reply: FastifyReply) => {
    const sent = readInput(NewEntryRequest, request.body)
    const { url, title, tags, archive, starred } = sent
    const page = pageOfContent(sent)
    // Apps send the title of a page, however long it is, and nobody may be there to shorten it.
    const link = readInput(SaveLinkRequest, { url, title: titleOfPage(title?.trim() ?? null), tags })
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
}

type Flags = { archive?: boolean | null | undefined; starred?: boolean | null | undefined }

const changesOf = ({ archive, starred }: Flags): LinkChanges => ({
  ...(archive != null && { isArchived: archive }),
  ...(starred != null && { isFavorite: starred }),
})
