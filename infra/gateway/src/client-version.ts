import { Rejected } from '@lectern/contracts/api/errors.ts'
import { CLIENT_VERSION_HEADER, LEAST_CLIENT_VERSION } from '@lectern/contracts/client-version.ts'
import type { FastifyInstance } from 'fastify'

/** Refuses calls of a client that is older than the API supports (426), before anything is read. Its acts wait in its outbox. */
export const refuseOldClients = (app: FastifyInstance, least = LEAST_CLIENT_VERSION): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const version = request.headers[CLIENT_VERSION_HEADER]
    const isOld = version !== undefined && Number(version) < least
    done(isOld && request.url.startsWith('/api/') ? new Rejected('client-too-old') : undefined)
  })
}
