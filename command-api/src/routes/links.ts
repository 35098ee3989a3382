import { Rejected } from '@lectern/contracts/api/errors.ts'
import {
  ArchiveRequest,
  CollectRequest,
  EditLinkRequest,
  FavoriteRequest,
  SaveLinkRequest,
} from '@lectern/contracts/api/link-requests.ts'
import {
  type ArchiveAnswer,
  type CollectAnswer,
  type EditAnswer,
  type FavoriteAnswer,
  type Link,
  type LinkChanged,
  type LinkIdAnswer,
  newLink,
} from '@lectern/contracts/api/links.ts'
import { type LibraryEvent, textsAfter } from '@lectern/contracts/events/library.ts'
import { EDIT_BODY_MAX, LINK_BODY_MAX } from '@lectern/contracts/limits.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { placeOf } from '@lectern/platform/http/shared-library.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Aggregates } from '../aggregates.ts'
import { DuplicateLink, findClientLink } from '../domain/library/links.ts'
import { sees } from '../domain/library/sharing/seen.ts'
import type { Library, LinkState } from '../domain/library/state.ts'
import type { ShownPage } from '../reading/shown-page.ts'
import type { ShownTitles } from '../reading/shown-titles.ts'
import { type ById, commandLibrary, handleIn, idOf, now } from './commands.ts'
import { flagSharedWith } from './flag-shared.ts'

export type LinkRouteParts = Pick<Aggregates, 'libraries'> & {
  readonly shownTitles: ShownTitles
  readonly shownPage: ShownPage
  readonly limits: Limits
}

export const linkRoutes = (
  app: FastifyInstance,
  { libraries, shownTitles, shownPage, limits }: LinkRouteParts,
): void => {
  const perMinute = (limit: number) => ({ onRequest: limits.ofCaller(limit) })
  const command = commandLibrary(libraries)
  const handle = handleIn(libraries)
  const flagShared = flagSharedWith({ libraries })

  /** The texts and the time of a link as lists show them. */
  const shown = async ({ texts, savedAt }: Pick<LinkState, 'texts' | 'savedAt'>) => {
    const { url, titleFrom, note } = texts
    const [title = texts.title] = await shownTitles([texts])
    return { url, title, titleFrom, note, createdAt: new Date(savedAt).toISOString() }
  }

  /** The link that was saved under this id, as it is now. @throws Rejected link-not-found where it was deleted since */
  const linkOfClient = async (request: FastifyRequest, clientId: string | null): Promise<Link> => {
    if (clientId === null) throw new Error('Saving led to no link')
    const { libraryId, by } = placeOf(request)
    const link = await libraries.read(libraryId, library => {
      const found = findClientLink(library, clientId)
      if (!isSeen(library, by, found.linkId)) throw new Rejected('link-not-found')
      return { ...found }
    })
    const { linkId: id, favorite, archived, collectionId, tags } = link
    const { titleFrom: _, ...texts } = await shown(link)
    // The flags are the owner's.
    const flags = by === undefined ? { isFavorite: favorite, isArchived: archived } : {}
    return { ...newLink({ id, ...texts, tags: [...tags] }), ...flags, collectionId }
  }

  /** Puts the existing link into the 409 of a duplicate. */
  const nameDuplicate = async (error: unknown): Promise<never> => {
    if (!(error instanceof DuplicateLink)) throw error
    const { title, createdAt } = await shown(error.link)
    const existingLink = { id: error.linkId, title, createdAt }
    throw new Rejected('duplicate-link', { isDuplicate: true, existingLink })
  }

  /** Puts what the link has now into the 409 of an edit, so that a person can choose between both. */
  const nameChanged = async (
    error: unknown,
    { libraryId, by }: ReturnType<typeof placeOf>,
    id: number,
  ): Promise<never> => {
    if (!(error instanceof Rejected) || error.code !== 'link-changed') throw error
    const link = await libraries.read(
      libraryId,
      (library): Partial<LinkState> => (isSeen(library, by, id) ? { ...library.links.get(id) } : {}),
    )
    const { texts, savedAt, tags, collectionId } = link
    if (!texts || !tags || savedAt === undefined || collectionId === undefined) throw error
    const current = { id, ...(await shown({ texts, savedAt })), tags: [...tags], collectionId }
    throw new Rejected('link-changed', { current } satisfies Pick<LinkChanged, 'current'>)
  }

  /**
   * A client that names the link puts the answer into its lists, so it has what they show of the page. A repetition under the
   * same clientId is answered with the link as it is now.
   */
  app.post('/api/links', { ...perMinute(600), bodyLimit: LINK_BODY_MAX }, async (request, reply) => {
    const body = readInput(SaveLinkRequest, request.body)
    const save = { type: 'SaveLink', ...body, now: now() } as const
    const [events, shown] = await Promise.all([
      command(request, reply, save).catch(nameDuplicate),
      body.clientId === null ? undefined : shownPage(body.url),
    ])
    const { title = null, ...page } = shown ?? {}
    const saved = events.length > 0 ? savedLink(events, title) : await linkOfClient(request, body.clientId)
    return reply.code(201).send({ ...saved, ...page } satisfies Link)
  })

  app.patch<ById>(
    '/api/links/:id',
    { ...perMinute(600), bodyLimit: EDIT_BODY_MAX },
    async (request, reply): Promise<EditAnswer> => {
      const place = placeOf(request)
      const id = linkIdOf(request)
      const edit = { type: 'EditLink', linkId: id, ...readInput(EditLinkRequest, request.body) } as const
      const { events, seen } = await handle(request, reply, { ...edit, now: now() }, library => {
        const link = library.links.get(id)
        return link && { link: { ...link }, isShown: isSeen(library, place.by, id) }
      })
        .catch(nameDuplicate)
        .catch(error => nameChanged(error, place, id))
      const texts = seen?.isShown ? seen.link.texts : textsLeft(events)
      // It may be deleted in the same moment, or not be shared any more when the request is repeated.
      if (!seen || !texts) throw new Rejected('link-not-found')
      return { id, ...(await shown({ ...seen.link, texts })) }
    },
  )

  app.delete<ById>('/api/links/:id', perMinute(600), async (request, reply): Promise<LinkIdAnswer> => {
    const id = linkIdOf(request)
    await command(request, reply, { type: 'DeleteLink', linkId: id, now: now() })
    return { id }
  })

  app.patch<ById>(
    '/api/links/:id/favorite',
    perMinute(600),
    async (request, reply): Promise<FavoriteAnswer> => {
      const id = linkIdOf(request)
      const target = readInput(FavoriteRequest, request.body)?.isFavorite
      if (request.membership) {
        await flagShared.one(request, reply, id, { isFavorite: target })
        return { id, isFavorite: target === true }
      }
      const favorite = { type: 'FavoriteLink', linkId: id, isFavorite: target, now: now() } as const
      const events = await command(request, reply, favorite)
      return { id, isFavorite: flagAfter(events, 'LinkFavorited', target) }
    },
  )

  app.patch<ById>(
    '/api/links/:id/archive',
    perMinute(600),
    async (request, reply): Promise<ArchiveAnswer> => {
      const id = linkIdOf(request)
      const target = readInput(ArchiveRequest, request.body)?.isArchived
      if (request.membership) {
        await flagShared.one(request, reply, id, { isArchived: target })
        return { id, isArchived: target === true }
      }
      const archive = { type: 'ArchiveLink', linkId: id, isArchived: target, now: now() } as const
      const events = await command(request, reply, archive)
      return { id, isArchived: flagAfter(events, 'LinkArchived', target) }
    },
  )

  app.put<ById>(
    '/api/links/:id/collection',
    perMinute(600),
    async (request, reply): Promise<CollectAnswer> => {
      const id = linkIdOf(request)
      const { collectionId } = readInput(CollectRequest, request.body)
      await command(request, reply, { type: 'CollectLink', linkId: id, collectionId, now: now() })
      return { id, collectionId }
    },
  )
}

const isSeen = (library: Library, by: string | undefined, linkId: number): boolean =>
  by === undefined || sees(library, by, linkId, now())

/** What a member who took a link out of what is shared has left there: the owner may change it before the request is repeated. */
const textsLeft = ([event]: readonly LibraryEvent[]): LinkState['texts'] | undefined =>
  event?.type === 'LinkEdited' ? textsAfter(event.data) : undefined

const linkIdOf = (request: FastifyRequest<ById>): number => idOf(request, 'link-not-found')

/** The flag after a command; one that changed nothing found the target already set. */
const flagAfter = (
  [event]: readonly LibraryEvent[],
  setBy: LibraryEvent['type'],
  target: boolean | undefined,
): boolean => (event === undefined ? target === true : event.type === setBy)

/** The link as lists show it before its page is read. @param ofPage the title of a page that was read before */
const savedLink = ([event, collected]: readonly LibraryEvent[], ofPage: string | null): Link => {
  if (event?.type !== 'LinkSaved') throw new Error('Saving led to no link')
  const { linkId: id, url, titleFrom, note, tags, at: createdAt } = event.data
  const title = titleFrom === 'page' && ofPage !== null ? ofPage : event.data.title
  const link = newLink({ id, url, title, note, tags, createdAt })
  return collected?.type === 'LinkCollected' ? { ...link, collectionId: collected.data.collectionId } : link
}
