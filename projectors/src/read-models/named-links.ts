import type { IdRanges } from '@lectern/contracts/id-ranges.ts'

/** A change that concerns more links names none of them, and open tabs refetch their lists. */
export const NAMED_LINKS_MAX = 20

export const namedLinks = (linkIds: number[]): { linkIds?: number[] } =>
  linkIds.length <= NAMED_LINKS_MAX ? { linkIds } : {}

/** First and last ids of the ranges, as two Postgres arrays. */
export const rangesOf = (links: IdRanges): [string, string] => [
  `{${links.map(range => (typeof range === 'number' ? range : range[0])).join()}}`,
  `{${links.map(range => (typeof range === 'number' ? range : range[1])).join()}}`,
]

/**
 * Joins `link` to the ids of a library ($1) within some ranges ($2, $3). The ranges are expanded to ids, since Postgres
 * misjudges how many links a range holds and would compare every range with every link.
 */
export const NAMED = `(
      SELECT generate_series(first, last) AS id FROM unnest($2::integer[], $3::integer[]) AS r(first, last)) AS named
    WHERE link.library_id = $1::uuid AND link.id = named.id`
