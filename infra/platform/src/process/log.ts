import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { countEqualLines } from './equal-lines.ts'

export type Log = Logger

/** Writes JSON lines to stderr, asynchronously. Lines that cannot be written are dropped, so that a full disk ends no service. */
export const createLog = (name: string, level: string): Log => {
  const destination = pino.destination({ dest: 2, sync: false, minLength: 0 })
  destination.on('error', () => {})
  return logTo(destination, { name, level })
}

/** This log to another destination. */
export const logTo = (destination: DestinationStream, options: LoggerOptions): Log =>
  pino(
    {
      ...options,
      redact: ['req.headers.cookie', 'req.headers.authorization', 'password', 'token'],
      hooks: { logMethod: countEqualLines() },
    },
    destination,
  )
