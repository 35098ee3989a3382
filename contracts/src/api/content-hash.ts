import { z } from 'zod/mini'

/** SHA-256 of an article's stored HTML, in lower-case hex: a version of its text. */
export const ContentHash = z
  .string('A version must be a content hash')
  .check(z.regex(/^[0-9a-f]{64}$/, 'A version must be a content hash'))
