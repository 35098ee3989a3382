import {
  type CollectionAnswer,
  type CollectionIdAnswer,
  CreateCollectionRequest,
  EditCollectionRequest,
} from '@lectern/contracts/api/collections.ts'
import { COLLECTION_COLOR_DEFAULT } from '@lectern/contracts/collections.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { callerRateLimit } from '@lectern/platform/http/rate-limit.ts'
import type { FastifyInstance } from 'fastify'
import type { Deciders } from '../deciders.ts'
import { idOf, issuedBy, now, tellPosition } from './issued.ts'

type ById = { Params: { id: string } }

export type CollectionRouteParts = Pick<Deciders, 'libraries'> & { readonly rateLimits: boolean }

export const collectionRoutes = (
  app: FastifyInstance,
  { libraries, rateLimits }: CollectionRouteParts,
): void => {
  const limited = () => ({ onRequest: callerRateLimit(600, rateLimits) })

  app.post('/api/collections', limited(), async (request, reply) => {
    const caller = requireCaller(request)
    const body = readInput(CreateCollectionRequest, request.body)
    const command = { type: 'CreateCollection', ...body, now: now() } as const
    const outcome = await libraries.handle(caller.libraryId, command, issuedBy(request, caller))
    tellPosition(reply, outcome)
    const [event] = outcome.events
    if (event?.type !== 'CollectionCreated') throw new Error('Creating led to no collection')
    const { collectionId: id, name, description, color } = event.data
    return reply.code(201).send({ id, name, description, color } satisfies CollectionAnswer)
  })

  app.put<ById>('/api/collections/:id', limited(), async (request, reply): Promise<CollectionAnswer> => {
    const caller = requireCaller(request)
    const collectionId = idOf(request.params.id, 'collection-not-found')
    const body = readInput(EditCollectionRequest, request.body)
    const command = { type: 'EditCollection', collectionId, ...body, now: now() } as const
    tellPosition(reply, await libraries.handle(caller.libraryId, command, issuedBy(request, caller)))
    // A repeated edit may find its collection gone: then the answer is what the edit said.
    const current = (await libraries.recall(caller.libraryId)).collections.get(collectionId)
    const { name, description = current?.description ?? null } = body
    const { color = current?.color ?? COLLECTION_COLOR_DEFAULT } = body
    return { id: collectionId, name, description, color }
  })

  app.delete<ById>('/api/collections/:id', limited(), async (request, reply): Promise<CollectionIdAnswer> => {
    const caller = requireCaller(request)
    const collectionId = idOf(request.params.id, 'collection-not-found')
    const command = { type: 'DeleteCollection', collectionId, now: now() } as const
    tellPosition(reply, await libraries.handle(caller.libraryId, command, issuedBy(request, caller)))
    return { id: collectionId }
  })
}
