import { CreateCollectionRequest, EditCollectionRequest } from '@lectern/contracts/api/collection-requests.ts'
import type { CollectionAnswer, CollectionIdAnswer } from '@lectern/contracts/api/collections.ts'
import { COLLECTION_COLOR_DEFAULT } from '@lectern/contracts/collections.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyInstance } from 'fastify'
import type { Aggregates } from '../aggregates.ts'
import { findClientCollection } from '../domain/library/collections.ts'
import type { People } from '../sharing/people.ts'
import { type ById, commandLibrary, idOf, now } from './commands.ts'

export type CollectionRouteParts = Pick<Aggregates, 'libraries'> & {
  readonly people: Pick<People, 'settle'>
  readonly limits: Limits
}

export const collectionRoutes = (
  app: FastifyInstance,
  { libraries, people, limits }: CollectionRouteParts,
): void => {
  const limited = () => ({ onRequest: limits.ofCaller(600) })
  const command = commandLibrary(libraries)

  /** A repetition under the same clientId is answered with the collection as it is now. */
  app.post('/api/collections', limited(), async (request, reply) => {
    const body = readInput(CreateCollectionRequest, request.body)
    const [event] = await command(request, reply, { type: 'CreateCollection', ...body, now: now() })
    if (event?.type === 'CollectionCreated') {
      const { collectionId: id, name, description, color } = event.data
      return reply.code(201).send({ id, name, description, color } satisfies CollectionAnswer)
    }
    const { clientId } = body
    if (clientId === null) throw new Error('Creating led to no collection')
    const { libraryId } = requireCaller(request)
    const made = await libraries.read(libraryId, library => findClientCollection(library, clientId))
    return reply.code(201).send(made satisfies CollectionAnswer)
  })

  app.put<ById>('/api/collections/:id', limited(), async (request, reply): Promise<CollectionAnswer> => {
    const id = idOf(request, 'collection-not-found')
    const body = readInput(EditCollectionRequest, request.body)
    await command(request, reply, { type: 'EditCollection', collectionId: id, ...body, now: now() })
    const { libraryId } = requireCaller(request)
    const current = await libraries.read(libraryId, library => library.collections.get(id))
    // A repeated edit is answered from its request if the collection is deleted by now.
    const { name, description = current?.description ?? null } = body
    const { color = current?.color ?? COLLECTION_COLOR_DEFAULT } = body
    return { id, name, description, color }
  })

  app.delete<ById>('/api/collections/:id', limited(), async (request, reply): Promise<CollectionIdAnswer> => {
    const id = idOf(request, 'collection-not-found')
    await command(request, reply, { type: 'DeleteCollection', collectionId: id, now: now() })
    // Who shared it sees it no more from the next request on.
    await people.settle(requireCaller(request).libraryId)
    return { id }
  })
}
