import { z } from 'zod/mini'
import { ACT_GROUPS, type ActGroup, ActSource } from './history.ts'

const id = (message: string) =>
  z.optional(
    z.coerce.number(message).check(z.int(message), z.positive(message), z.maximum(999_999_999, message)),
  )
const moment = (message: string) => z.optional(z.iso.datetime(message))
/** No column holds a NUL or half of a surrogate pair. */
const words = (most: number, message: string) =>
  z.optional(
    z.pipe(
      z.string(message).check(z.maxLength(most, message)),
      z.transform(value => value.replaceAll('\0', ' ').toWellFormed()),
    ),
  )
const LIMIT_MESSAGE = 'limit must be a whole number from 1 to 200'

/**
 * Filters of GET /api/history. `link` is the history of one link. `from` is the first moment, `until` the first one after the
 * list, so that the list starts before it. A link, collection or import that the library never had is 404.
 */
export const HistoryQuery = z.object({
  kind: z.optional(z.enum(Object.keys(ACT_GROUPS) as [ActGroup, ...ActGroup[]], 'kind is unknown')),
  link: id('link must be the id of an article'),
  collection: id('collection must be the id of a collection'),
  tag: words(200, 'A tag has at most 200 characters here'),
  import: z.optional(z.guid('import must be the id of an import')),
  via: z.optional(z.enum(ActSource.options, 'via is unknown')),
  from: moment('from must be a time like 2026-01-31T00:00:00Z'),
  until: moment('until must be a time like 2026-01-31T00:00:00Z'),
  /** Words that are all in the title or the address of a link, in a tag, or in the name of a collection of the act. */
  q: words(500, 'A search has at most 500 characters here'),
  cursor: z.optional(z.string().check(z.maxLength(200, 'This cursor is not one of ours.'))),
  limit: z._default(
    z.coerce
      .number(LIMIT_MESSAGE)
      .check(z.int(LIMIT_MESSAGE), z.minimum(1, LIMIT_MESSAGE), z.maximum(200, LIMIT_MESSAGE)),
    50,
  ),
})
export type HistoryQuery = z.infer<typeof HistoryQuery>
