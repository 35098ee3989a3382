import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { countEqualLines } from './equal-lines.ts'
import { describeError, withoutAddresses, withoutPrivate } from './private.ts'
import { traceId } from './tracing.ts'

export type Log = Logger

/** Writes JSON lines to stderr, asynchronously. Lines that cannot be written are dropped, so that a full disk ends no service. */
export const createLog = (name: string, level: string): Log => {
  const destination = pino.destination({ dest: 2, sync: false, minLength: 0 })
  destination.on('error', () => {})
  return logTo(destination, { name, level })
}

/** This log to another destination. Lines say nothing private, and name the trace at hand. */
export const logTo = (destination: DestinationStream, options: LoggerOptions): Log =>
  pino(
    {
      ...options,
      mixin: () => {
        const trace = traceId()
        return trace === undefined ? {} : { trace }
      },
      serializers: {
        err: (error: unknown) => describeError(error),
        msg: withoutAddresses,
        // Fastify logs these where an answer breaks off.
        req: ({ method }: { method?: unknown }) => ({ method }),
        res: ({ statusCode }: { statusCode?: unknown }) => ({ statusCode }),
      },
      formatters: { log: withoutPrivate },
      hooks: { logMethod: countEqualLines() },
    },
    destination,
  )
