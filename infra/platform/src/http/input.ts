import { REJECTIONS, Rejected } from '@lectern/contracts/api/errors.ts'
import type { z } from 'zod/mini'

/** Replaces zod's default messages, which are for programmers; messages of a schema stay. */
const PLAIN = { error: () => REJECTIONS['invalid-input'][1] }

/**
 * Parses a request's body or query. A missing body counts as one without fields, so that the error names the first missing field.
 * @throws Rejected invalid-input with a sentence for the user
 */
export const readInput = <Schema extends z.ZodMiniType>(schema: Schema, given: unknown): z.output<Schema> => {
  const read = schema.safeParse(given ?? {}, PLAIN)
  if (read.success) return read.data
  throw new Rejected('invalid-input', {}, read.error.issues[0]?.message)
}
