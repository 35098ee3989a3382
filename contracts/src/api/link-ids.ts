import { z } from 'zod/mini'
import { BULK_LINKS_MAX } from '../limits.ts'

const NO_LINKS = 'Please select at least one link.'
type Named = (number | [first: number, last: number])[]
const isId = (id: unknown): id is number => Number.isSafeInteger(id)
const isRange = (range: unknown): boolean => {
  const [first, last, ...rest] = Array.isArray(range) ? range : []
  return isId(first) && isId(last) && first <= last && rest.length === 0
}
const countOf = (named: Named): number =>
  named.reduce<number>((sum, each) => sum + (typeof each === 'number' ? 1 : each[1] - each[0] + 1), 0)

/**
 * Ids, and [first, last] of ids that follow each other, as GET /api/links/ids gives them. One check for the whole list: a
 * schema for each of 50,000 ids takes a hundred times as long and reports each wrong id.
 */
export const linkIds = z.pipe(
  z.custom<Named>(Array.isArray, NO_LINKS).check(
    z.refine(ids => ids.length > 0, { error: NO_LINKS, abort: true }),
    z.refine(ids => ids.length <= BULK_LINKS_MAX, { error: 'Too many links at once.', abort: true }),
    z.refine(ids => ids.every(id => isId(id) || isRange(id)), {
      error: 'Links are named by their ids.',
      abort: true,
    }),
    z.refine(ids => countOf(ids) <= BULK_LINKS_MAX, 'Too many links at once.'),
  ),
  z.transform(ids =>
    ids.flatMap(each =>
      typeof each === 'number' ? each : Array.from({ length: each[1] - each[0] + 1 }, (_, n) => each[0] + n),
    ),
  ),
)

/** GET /api/links/ids: all links under the filters, which bulk calls take as they are. */
export const LinkIds = z.object({
  /** Ascending: an id, or [first, last] of ids that follow each other. */
  links: z.array(z.union([z.int(), z.tuple([z.int(), z.int()])])),
  count: z.int(),
  /** There are more links than one call takes (BULK_LINKS_MAX); these are the newest. */
  isCut: z.boolean(),
})
export type LinkIds = z.infer<typeof LinkIds>
