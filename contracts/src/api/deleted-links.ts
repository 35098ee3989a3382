import { z } from 'zod/mini'
import { linkIds } from './link-ids.ts'

/** A deleted link, as it was, which can be brought back. */
export const DeletedLink = z.object({
  id: z.int(),
  url: z.string(),
  title: z.string(),
  note: z.nullable(z.string()),
  tags: z.array(z.string()),
  isFavorite: z.boolean(),
  isArchived: z.boolean(),
  /** The name of its collection; null where it was in none, or the collection is gone. */
  collection: z.nullable(z.string()),
  /** How many notes and highlights it had. */
  noteCount: z.int(),
  /** When it was saved, and deleted. ISO 8601 in UTC. */
  createdAt: z.string(),
  deletedAt: z.string(),
  /** How many of the links that can be brought back were deleted in the same moment, by the same act. */
  togetherCount: z.int(),
})
export type DeletedLink = z.infer<typeof DeletedLink>

const LIMIT_MESSAGE = 'limit must be a whole number from 1 to 200'

/** GET /api/deleted-links: those of the last 30 days, the latest deletion first. */
export const DeletedLinksQuery = z.object({
  cursor: z.optional(z.string().check(z.maxLength(200, 'This cursor is not one of ours.'))),
  limit: z._default(
    z.coerce
      .number(LIMIT_MESSAGE)
      .check(z.int(LIMIT_MESSAGE), z.minimum(1, LIMIT_MESSAGE), z.maximum(200, LIMIT_MESSAGE)),
    50,
  ),
})

export const DeletedLinkList = z.object({
  links: z.array(DeletedLink),
  total: z.int(),
  /** null on the last page. */
  nextCursor: z.nullable(z.string()),
})
export type DeletedLinkList = z.infer<typeof DeletedLinkList>

/** Postgres has no year 0. */
const moment = (name: string) => {
  const message = `${name} must be a time like 2026-01-31T00:00:00.000Z`
  return z.optional(z.iso.datetime(message).check(z.refine(at => !at.startsWith('0000'), message)))
}

/** Which deleted links: these, those that were deleted in one moment, or all. Ids that are none are skipped. */
export const DeletedLinksRequest = z
  .object({
    linkIds: z.optional(linkIds),
    deletedAt: moment('deletedAt'),
    all: z.optional(z.literal(true, 'all must be true')),
    /** None that were deleted later: a request may come long after its person saw the list. */
    until: moment('until'),
  })
  .check(
    z.refine(
      ({ linkIds, deletedAt, all }) =>
        [linkIds, deletedAt, all].filter(each => each !== undefined).length === 1,
      'Please say which links.',
    ),
  )
export type DeletedLinksRequest = z.input<typeof DeletedLinksRequest>

/** Answer of POST /api/deleted-links/bring-back. Links have new ids. */
export const BringBackAnswer = z.object({
  links: z.array(z.object({ deletedId: z.int(), id: z.int() })),
  /** Links of the request that did not fit in one act. The same request brings back the next ones. */
  leftCount: z.int(),
  /** Links that are in no collection, since theirs is gone. */
  uncollectedCount: z.int(),
})
export type BringBackAnswer = z.infer<typeof BringBackAnswer>

/** Answer of DELETE /api/deleted-links. */
export const DeletedForGoodAnswer = z.object({ deletedCount: z.int() })
export type DeletedForGoodAnswer = z.infer<typeof DeletedForGoodAnswer>
