import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'

type Incoming = FastifyRequest['raw']

/** A client that was answered while it sends may go on for this time, which is enough to notice the answer. */
const SENDS_ON_MS = 2_000
/** Bytes that are read meanwhile and thrown away, for clients that read only after they have sent everything. */
const READ_MAX = 262_144
/** Connections kept open in this way; one beyond them is closed with its answer. */
export const KEPT_OPEN_MAX = 64

/**
 * Lets a refusal reach a client that is still sending. Node would close the connection with the answer, and closing a
 * connection with unread bytes discards the answer too. So the answer ends when the body has ended, or after SENDS_ON_MS.
 */
export const answerBeforeBodyEnds = (app: FastifyInstance): void => {
  let keptOpen = 0
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request
    if (!isComing(raw)) return done(null, payload)
    // A small body came with the head; Node notices its end a turn later.
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
