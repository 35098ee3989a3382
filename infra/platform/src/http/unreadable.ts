import { REJECTIONS, Rejected } from '@lectern/contracts/api/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The headers of every answer to a path. */
export type HeadersOf = (url: string) => Readonly<Record<string, string>>

type Incoming = FastifyRequest['raw']
type Socket = Incoming['socket']

/** Reason phrases for answers that are written to the bare socket. */
const NAMES = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' }

/** A request that could not be read is answered like a call of the API. */
const API = '/api/'

/** Answers a request whose path has a broken escape; no route and no hook sees it. */
export const refuseUnreadable =
  (headersOf: HeadersOf) =>
  ({ url }: FastifyRequest, reply: FastifyReply): void => {
    const rejection = new Rejected('bad-request')
    void reply.headers(headersOf(url)).code(rejection.status).send(rejection.toBody())
  }

/** Answers on the bare socket when there is no request: not HTTP (400), head too long (431) or too slow (408). */
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

/** Answers an `Expect` header other than 100-continue. */
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
