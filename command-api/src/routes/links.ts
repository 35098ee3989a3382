import { Rejected } from '@lectern/contracts/api/errors.ts'
import {
  type ArchiveAnswer,
  ArchiveRequest,
  type CollectAnswer,
  CollectRequest,
  type FavoriteAnswer,
  FavoriteRequest,
  type Link,
  type LinkIdAnswer,
  SaveLinkRequest,
} from '@lectern/contracts/api/links.ts'
import { articleIdOf, fetchedUrl } from '@lectern/contracts/article-id.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { LINK_BODY_MAX } from '@lectern/contracts/limits.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { callerRateLimit } from '@lectern/platform/http/rate-limit.ts'
import type { FastifyInstance } from 'fastify'
import type { Deciders } from '../deciders.ts'
import { DuplicateLink, findLink } from '../domain/library/links.ts'
import { readSavedLink } from '../saved-link.ts'
import { idOf, issuedBy, now, tellPosition } from './issued.ts'

export type LinkRouteParts = Pick<Deciders, 'libraries' | 'articles'> & {
  readonly store: EventStore
  readonly rateLimits: boolean
}

type ById = { Params: { id: string } }

export const linkRoutes = (
  app: FastifyInstance,
  { libraries, articles, store, rateLimits }: LinkRouteParts,
): void => {
  const perMinute = (limit: number) => ({ onRequest: callerRateLimit(limit, rateLimits) })

  app.post('/api/links', { ...perMinute(600), bodyLimit: LINK_BODY_MAX }, async (request, reply) => {
    const caller = requireCaller(request)
    const body = readInput(SaveLinkRequest, request.body)
    const command = { type: 'SaveLink', ...body, now: now() } as const
    const outcome = await libraries
      .handle(caller.libraryId, command, issuedBy(request, caller))
      .catch(error => tellWhichLink(error, store, caller.libraryId))
    tellPosition(reply, outcome)
    return reply.code(201).send(savedLink(outcome.events))
  })

  app.delete<ById>('/api/links/:id', perMinute(600), async (request, reply): Promise<LinkIdAnswer> => {
    const caller = requireCaller(request)
    const linkId = idOf(request.params.id, 'link-not-found')
    const command = { type: 'DeleteLink', linkId, now: now() } as const
    const outcome = await libraries.handle(caller.libraryId, command, issuedBy(request, caller))
    tellPosition(reply, outcome)
    return { id: linkId }
  })

  app.patch<ById>(
    '/api/links/:id/favorite',
    perMinute(600),
    async (request, reply): Promise<FavoriteAnswer> => {
      const caller = requireCaller(request)
      const linkId = idOf(request.params.id, 'link-not-found')
      const target = readInput(FavoriteRequest, request.body)?.isFavorite
      const command = { type: 'FavoriteLink', linkId, isFavorite: target, now: now() } as const
      const outcome = await libraries.handle(caller.libraryId, command, issuedBy(request, caller))
      tellPosition(reply, outcome)
      return { id: linkId, isFavorite: flagAfter(outcome.events, 'LinkFavorited', target) }
    },
  )

  app.patch<ById>(
    '/api/links/:id/archive',
    perMinute(600),
    async (request, reply): Promise<ArchiveAnswer> => {
      const caller = requireCaller(request)
      const linkId = idOf(request.params.id, 'link-not-found')
      const target = readInput(ArchiveRequest, request.body)?.isArchived
      const command = { type: 'ArchiveLink', linkId, isArchived: target, now: now() } as const
      const outcome = await libraries.handle(caller.libraryId, command, issuedBy(request, caller))
      tellPosition(reply, outcome)
      return { id: linkId, isArchived: flagAfter(outcome.events, 'LinkArchived', target) }
    },
  )

  app.put<ById>(
    '/api/links/:id/collection',
    perMinute(600),
    async (request, reply): Promise<CollectAnswer> => {
      const caller = requireCaller(request)
      const linkId = idOf(request.params.id, 'link-not-found')
      const { collectionId } = readInput(CollectRequest, request.body)
      const command = { type: 'CollectLink', linkId, collectionId, now: now() } as const
      tellPosition(reply, await libraries.handle(caller.libraryId, command, issuedBy(request, caller)))
      return { id: linkId, collectionId }
    },
  )

  /** Asks for another attempt at an article that could not be read; anything else needs none. */
  app.post<ById>('/api/links/:id/extraction', perMinute(120), async (request, reply) => {
    const caller = requireCaller(request)
    const { libraryId } = caller
    const linkId = idOf(request.params.id, 'link-not-found')
    const { savedAt } = findLink(await libraries.recall(libraryId), linkId)
    const url = fetchedUrl((await readSavedLink(store, libraryId, savedAt)).url)
    const articleId = articleIdOf(url)
    const command = { type: 'RequestRetry', articleId, url, libraryId, now: now() } as const
    // Readers share the article's stream: another's key must not stand for this one.
    const issued = issuedBy(request, caller)
    const ownKey = { ...issued, commandId: `${caller.userId}/${issued.commandId}` }
    tellPosition(reply, await articles.handle(articleId, command, ownKey))
    return reply.code(202).send({ id: linkId } satisfies LinkIdAnswer)
  })
}

/** Where nothing had to be done, the flag was as asked for. */
const flagAfter = (
  [event]: readonly LibraryEvent[],
  setBy: LibraryEvent['type'],
  target: boolean | undefined,
): boolean => (event === undefined ? target === true : event.type === setBy)

/** The link as lists show it before anything is known of its page. */
const savedLink = ([event]: readonly LibraryEvent[]): Link => {
  if (event?.type !== 'LinkSaved') throw new Error('Saving led to no link')
  const { linkId, url, title, note, tags, at } = event.data
  return {
    id: linkId,
    url,
    title,
    note,
    tags,
    createdAt: at,
    isFavorite: false,
    isArchived: false,
    collectionId: null,
    siteName: null,
    favicon: null,
    previewImage: null,
    excerpt: null,
    wordCount: null,
    extraction: 'pending',
    extractionReason: null,
  }
}

/** The 409 of a duplicate says which link is meant. */
const tellWhichLink = async (error: unknown, store: EventStore, libraryId: string): Promise<never> => {
  if (!(error instanceof DuplicateLink)) throw error
  const { linkId, title, at } = await readSavedLink(store, libraryId, error.savedAt)
  const existingLink = { id: linkId, title, createdAt: at }
  throw new Rejected('duplicate-link', { isDuplicate: true, existingLink })
}
