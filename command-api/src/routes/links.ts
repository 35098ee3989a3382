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
  type LinkIdAnswer,
  newLink,
} from '@lectern/contracts/api/links.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { EDIT_BODY_MAX, LINK_BODY_MAX } from '@lectern/contracts/limits.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { callerRateLimit } from '@lectern/platform/http/rate-limit.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Aggregates } from '../aggregates.ts'
import { DuplicateLink, findClientLink, findLink } from '../domain/library/links.ts'
import { namesOf } from '../domain/library/tags.ts'
import { onKnownTexts } from '../known-texts.ts'
import { readShownLink } from '../saved-link.ts'
import { type ById, commandLibrary, idOf, now } from './commands.ts'

export type LinkRouteParts = Pick<Aggregates, 'libraries'> & {
  readonly store: EventStore
  readonly rateLimits: boolean
}

export const linkRoutes = (app: FastifyInstance, { libraries, store, rateLimits }: LinkRouteParts): void => {
  const perMinute = (limit: number) => ({ onRequest: callerRateLimit(limit, rateLimits) })
  const command = commandLibrary(libraries)

  /** The link that was saved under this id, as it is now. @throws Rejected link-not-found where it was deleted since */
  const linkOfClient = async (libraryId: string, clientId: string | null): Promise<Link> => {
    if (clientId === null) throw new Error('Saving led to no link')
    const { linkId, ...state } = await libraries.read(libraryId, library => {
      const link = findClientLink(library, clientId)
      return { ...link, tagNames: namesOf(library.tags, link.tags) ?? [] }
    })
    const texts = await readShownLink(store, libraryId, { linkId, ...state })
    const { favorite: isFavorite, archived: isArchived, collectionId, tagNames: tags } = state
    const { url, title, note, createdAt } = texts
    return {
      ...newLink({ id: linkId, url, title, note, tags, createdAt }),
      isFavorite,
      isArchived,
      collectionId,
    }
  }

  /** A repetition under the same clientId is answered with the link as it is now. */
  app.post('/api/links', { ...perMinute(600), bodyLimit: LINK_BODY_MAX }, async (request, reply) => {
    const { libraryId } = requireCaller(request)
    const body = readInput(SaveLinkRequest, request.body)
    const events = await command(request, reply, { type: 'SaveLink', ...body, now: now() }).catch(error =>
      nameDuplicate(error, store, libraryId),
    )
    const saved = events.length > 0 ? savedLink(events) : await linkOfClient(libraryId, body.clientId)
    return reply.code(201).send(saved)
  })

  /** Decides on the texts that the store has, again where they were changed meanwhile. */
  app.patch<ById>(
    '/api/links/:id',
    { ...perMinute(600), bodyLimit: EDIT_BODY_MAX },
    async (request, reply): Promise<EditAnswer> => {
      const { libraryId } = requireCaller(request)
      const linkId = linkIdOf(request)
      const edit = readInput(EditLinkRequest, request.body)
      await onKnownTexts({ libraries, store }, libraryId, linkId, known =>
        command(request, reply, { type: 'EditLink', linkId, ...edit, known, now: now() }),
      ).catch(error => nameDuplicate(error, store, libraryId))
      const {
        urlKey: _,
        ownArticle: __,
        ...link
      } = await readShownLink(store, libraryId, {
        linkId,
        ...(await libraries.read(libraryId, library => ({ ...findLink(library, linkId) }))),
      })
      return { id: linkId, ...link }
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

const linkIdOf = (request: FastifyRequest<ById>): number => idOf(request, 'link-not-found')

/** The flag after a command; one that changed nothing found the target already set. */
const flagAfter = (
  [event]: readonly LibraryEvent[],
  setBy: LibraryEvent['type'],
  target: boolean | undefined,
): boolean => (event === undefined ? target === true : event.type === setBy)

/** The link as lists show it before its page is read. */
const savedLink = ([event]: readonly LibraryEvent[]): Link => {
  if (event?.type !== 'LinkSaved') throw new Error('Saving led to no link')
  const { linkId: id, url, title, note, tags, at: createdAt } = event.data
  return newLink({ id, url, title, note, tags, createdAt })
}

/** Puts the existing link into the 409 of a duplicate. */
const nameDuplicate = async (error: unknown, store: EventStore, libraryId: string): Promise<never> => {
  if (!(error instanceof DuplicateLink)) throw error
  const { linkId, link } = error
  const { title, createdAt } = await readShownLink(store, libraryId, { linkId, ...link })
  const existingLink = { id: linkId, title, createdAt }
  throw new Rejected('duplicate-link', { isDuplicate: true, existingLink })
}
