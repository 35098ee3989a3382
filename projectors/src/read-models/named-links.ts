import type { IdRanges } from '@lectern/contracts/id-ranges.ts'
import { sql } from './transaction.ts'

/** A change that concerns more links names none of them, and open tabs refetch their lists. */
export const NAMED_LINKS_MAX = 20

export const namedLinks = (linkIds: number[]): { linkIds?: number[] } =>
  linkIds.length <= NAMED_LINKS_MAX ? { linkIds } : {}

/**
 * The ids within some ranges, as rows. The ranges are expanded, since Postgres misjudges how many links a range holds and would
 * compare every range with every link.
 */
export const idsOf = (ranges: IdRanges) => {
  const ends = (end: 0 | 1) =>
    `{${ranges.map(range => (typeof range === 'number' ? range : range[end])).join()}}`
  return sql`(
    SELECT generate_series(first, last) AS id
    FROM unnest(${ends(0)}::integer[], ${ends(1)}::integer[]) AS r(first, last))`
}
