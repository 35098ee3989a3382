import type { FastifyInstance, FastifyRequest } from 'fastify'
import { encodePosition, parsePosition } from '../event-store/position.ts'

const HEADER = 'test-caller'

export type Asker = Partial<Pick<FastifyRequest, 'caller' | 'clientAddress' | 'readAfter'>>

/** The header by which a test says who asks. */
export const asking = ({ readAfter, ...who }: Asker): Record<string, string> => ({
  [HEADER]: JSON.stringify({ ...who, readAfter: readAfter && encodePosition(readAfter) }),
})

/** Takes a test's word for who asks, and sets what the gateway sets where it knows a session or a token. */
export const believeCallers = (app: FastifyInstance): void => {
  app.addHook('onRequest', async request => {
    const {
      caller,
      clientAddress = request.ip,
      readAfter,
    } = JSON.parse(String(request.headers[HEADER] ?? '{}'))
    request.caller = caller
    request.clientAddress = clientAddress
    request.readAfter = parsePosition(readAfter)
  })
}
