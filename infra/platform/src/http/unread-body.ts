import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'

type Incoming = FastifyRequest['raw']

/** How long, in ms, a client that was answered while it sends may go on: long enough to notice the answer. */
const SENDS_ON_MS = 2_000
/** Bytes that are read meanwhile and thrown away, for clients that send all before they read; more waits in the client. */
const READ_MAX = 262_144
/** Connections that are kept open so at once; one beyond them is closed with its answer, which a flood of them must bear. */
export const KEPT_OPEN_MAX = 64

/**
 * Lets a refusal reach a client that is still sending. Node would close such a connection with the answer, and a
 * connection that closes with bytes unread takes back the answer too. So the answer ends when the body has, or in a moment.
 */
export const answerBeforeBodyEnds = (app: FastifyInstance): void => {
  let keptOpen = 0
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request
    if (!isComing(raw)) return done(null, payload)
    // The body of a small request has come with its head, and is noticed a turn later.
    setImmediate(() => {
      if (!isComing(raw) || !isText(payload)) return done(null, payload)
      reply.headers({ connection: 'close', 'content-length': String(Buffer.byteLength(payload)) })
      if (keptOpen >= KEPT_OPEN_MAX) return done(null, payload)
      keptOpen += 1
      reply.raw.once('close', () => {
        keptOpen -= 1
      })
      done(null, Readable.from(answerUntilRead(payload, raw)))
    })
  })
}

const isComing = ({ headers, complete, readableEnded, destroyed }: Incoming): boolean => {
  const length = headers['transfer-encoding'] ?? headers['content-length'] ?? '0'
  return length !== '0' && !complete && !readableEnded && !destroyed
}

const isText = (payload: unknown): payload is string => typeof payload === 'string'

async function* answerUntilRead(answer: string, body: Incoming) {
  yield answer
  const { promise: isOver, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, SENDS_ON_MS)
  let left = READ_MAX
  body.on('data', ({ length }: Buffer) => {
    left -= length
    if (left < 0) body.pause()
  })
  body.once('end', resolve).once('close', resolve)
  await isOver
  clearTimeout(timer)
}
