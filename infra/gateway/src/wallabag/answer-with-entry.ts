import { Readable } from 'node:stream'
import { ENTRY_HEADER } from '@lectern/contracts/wallabag/entry.ts'
import type { FastifyInstance } from 'fastify'

/**
 * Answers a change through wallabag's API with the entry as it is afterwards, which apps take over. command-api names the entry;
 * the gateway reads it as the same device, after the change can be read. Register it after identifyCallers, which remembers that.
 */
export const answerWithEntry = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    const id = reply.getHeader(ENTRY_HEADER)
    if (id === undefined) return payload
    reply.removeHeader(ENTRY_HEADER)
    const { authorization, host, 'x-forwarded-for': via } = request.headers
    const { statusCode, body } = await app.inject({
      method: 'GET',
      url: `/api/entries/${id}`,
      remoteAddress: request.socket.remoteAddress ?? '127.0.0.1',
      headers: { authorization, host, ...(via !== undefined && { 'x-forwarded-for': via }) },
    })
    // The change is made, whatever became of the reading.
    if (statusCode !== 200) return payload
    if (payload instanceof Readable) payload.destroy()
    reply.removeHeader('content-length')
    return body
  })
}
