import { z } from 'zod/mini'

/** The id of an act: the kind of its stream, `l` for library and `n` for notebook, and the revision of its first event there. */
export const ActId = z.string().check(z.regex(/^[ln](?:0|[1-9]\d{0,9})$/, 'An act has an id like l12'))
