import { REJECTIONS, Rejected } from '@lectern/contracts/api/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Headers that every answer to a path carries. */
export type HeadersOf = (url: string) => Readonly<Record<string, string>>

type Incoming = FastifyRequest['raw']
type Socket = Incoming['socket']

/** The statuses told on a bare socket, with the names that belong to them. */
const NAMES = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' }

/** Whatever could not be read is answered as a call of the API. */
const API = '/api/'

/** A request whose path has a broken escape: no route and no hook sees it. */
export const refuseUnreadable =
  (headersOf: HeadersOf) =>
  ({ url }: FastifyRequest, reply: FastifyReply): void => {
    const rejection = new Rejected('bad-request')
    void reply.headers(headersOf(url)).code(rejection.status).send(rejection.toBody())
  }

/** What is no HTTP (400), has too long a head (431) or comes too slowly (408): there is no request, only a socket. */
export const refuseConnection =
  (headersOf: HeadersOf) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy(error)
      return
    }
    const status =
      error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
    const text = bodyOf(status)
    const head = Object.entries({ ...headersFor(headersOf, text), connection: 'close' })
    socket.end(
      `HTTP/1.1 ${status} ${NAMES[status]}\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`,
      () => socket.destroy(),
    )
  }

/** `Expect` of anything but 100-continue. */
export const refuseExpectation =
  (headersOf: HeadersOf) =>
  (_request: Incoming, response: FastifyReply['raw']): void => {
    const text = bodyOf(417)
    response.writeHead(417, headersFor(headersOf, text)).end(text)
  }

const bodyOf = (status: number): string => {
  const [, message] = REJECTIONS[status === 431 ? 'body-too-large' : 'bad-request']
  return JSON.stringify({ message, error: message })
}

const headersFor = (headersOf: HeadersOf, text: string) => ({
  ...headersOf(API),
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(text)),
})
