import { type Logger, pino } from 'pino'

export type Log = Logger

/** JSON lines on stderr through a buffer that drops nothing and never blocks the event loop. */
export const createLog = (name: string, level: string): Log =>
  pino(
    { name, level, redact: ['req.headers.cookie', 'req.headers.authorization', 'password', 'token'] },
    pino.destination({ dest: 2, sync: false, minLength: 0 }),
  )
