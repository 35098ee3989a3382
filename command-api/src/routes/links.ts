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
import { TextsMoved } from '../domain/library/edit-link.ts'
import { DuplicateLink, findLink } from '../domain/library/links.ts'
import { readShownLink, readTexts } from '../saved-link.ts'
import { type ById, commandLibrary, idOf, now } from './commands.ts'

/** Times that an edit is decided where others change the texts meanwhile. */
const EDIT_ATTEMPTS = 5

export type LinkRouteParts = Pick<Aggregates, 'libraries'> & {
  readonly store: EventStore
  readonly rateLimits: boolean
}

export const linkRoutes = (app: FastifyInstance, { libraries, store, rateLimits }: LinkRouteParts): void => {
  const perMinute = (limit: number) => ({ onRequest: callerRateLimit(limit, rateLimits) })
  const command = commandLibrary(libraries)

  app.post('/api/links', { ...perMinute(600), bodyLimit: LINK_BODY_MAX }, async (request, reply) => {
    const { libraryId } = requireCaller(request)
    const body = readInput(SaveLinkRequest, request.body)
    const events = await command(request, reply, { type: 'SaveLink', ...body, now: now() }).catch(error =>
      nameDuplicate(error, store, libraryId),
    )
    return reply.code(201).send(savedLink(events))
  })

  /** Decides on the texts that the store has, again where they were changed meanwhile. */
  app.patch<ById>(
    '/api/links/:id',
    { ...perMinute(600), bodyLimit: EDIT_BODY_MAX },
    async (request, reply): Promise<EditAnswer> => {
      const { libraryId } = requireCaller(request)
      const linkId = linkIdOf(request)
      const edit = readInput(EditLinkRequest, request.body)
      const find = () => libraries.read(libraryId, library => ({ ...findLink(library, linkId) }))
      for (let attempt = 1; ; attempt += 1) {
        const { textsAt } = await find()
        const known = { textsAt, texts: await readTexts(store, libraryId, { linkId, textsAt }) }
        try {
          await command(request, reply, { type: 'EditLink', linkId, ...edit, known, now: now() })
          break
        } catch (error) {
          if (!(error instanceof TextsMoved) || attempt === EDIT_ATTEMPTS)
            await nameDuplicate(error, store, libraryId)
        }
      }
      const { urlKey: _, ...link } = await readShownLink(store, libraryId, { linkId, ...(await find()) })
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
