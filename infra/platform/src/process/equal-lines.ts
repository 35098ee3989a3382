import { inspect } from 'node:util'
import { type LogFn, type Logger, pino } from 'pino'
import { messageOf } from './private.ts'

/** Repetitions of a line are counted for this time. */
const COUNT_MS = 10_000
/** Different lines counted at once; lines beyond them are written. */
const LINES_MAX = 1_000

type LogMethod = (this: Logger, args: Parameters<LogFn>, write: LogFn, level: number) => void

/**
 * A hook of pino that writes a warning or an error once and counts its repetitions, so that an outage does not flood the
 * log. Lines are equal when level, message, fields and the error's message are equal.
 */
export const countEqualLines = (): LogMethod => {
  /** Repetitions by line. */
  const counts = new Map<string, number>()

  return function (args, write, level) {
    if (level < (pino.levels.values.warn ?? 0)) return write.apply(this, args)
    const [fields, message] = partsOf(args)
    const line = inspect([level, message, fields])
    const count = counts.get(line)
    if (count !== undefined) {
      counts.set(line, count + 1)
      return
    }
    write.apply(this, args)
    if (counts.size >= LINES_MAX) return
    counts.set(line, 0)
    const tell = () => {
      const more = counts.get(line) ?? 0
      counts.delete(line)
      if (more > 0) write.call(this, fields, `${message} … and ${more} more like it`)
    }
    setTimeout(tell, COUNT_MS).unref()
  }
}

/** The fields of a line, where an error counts by its message, and the line's message. */
const partsOf = ([first, message]: readonly unknown[]): [fields: object, message: unknown] => {
  if (typeof first === 'string') return [{}, first]
  const { err, ...fields } = first instanceof Error ? { err: first } : (first as { err?: unknown })
  return [err === undefined ? fields : { ...fields, err: messageOf(err) }, message ?? messageOf(err)]
}
