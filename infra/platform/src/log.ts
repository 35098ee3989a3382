import { type Logger, pino } from 'pino'

export type Log = Logger

/** JSON lines on stderr, written beside the event loop. Lines that cannot be written are lost: a full disk ends no service. */
export const createLog = (name: string, level: string): Log => {
  const destination = pino.destination({ dest: 2, sync: false, minLength: 0 })
  destination.on('error', () => {})
  return pino(
    { name, level, redact: ['req.headers.cookie', 'req.headers.authorization', 'password', 'token'] },
    destination,
  )
}
