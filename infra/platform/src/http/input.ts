import { REJECTIONS, Rejected } from '@lectern/contracts/api/errors.ts'
import type { z } from 'zod'

/** What a schema says in no words of its own: its default sentences are for programmers. */
const PLAIN = { error: () => REJECTIONS['invalid-input'][1] }

/**
 * A request's body or query as its schema reads it. No body is one without fields, so that the first one missing is named.
 * @throws Rejected invalid-input with a sentence for the user
 */
export const readInput = <Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> => {
  const read = schema.safeParse(given ?? {}, PLAIN)
  if (read.success) return read.data
  throw new Rejected('invalid-input', {}, read.error.issues[0]?.message)
}
