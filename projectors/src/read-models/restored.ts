import type { LinkValues } from '@lectern/contracts/events/library.ts'
import { type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import { type Runs, valuesIn } from '@lectern/contracts/runs.ts'

type Value = number | string | boolean | null

/** The values that each link has again, as five Postgres arrays, and the lists of tags that the last one counts in. */
export const restoredArrays = (
  links: IdRanges,
  { collectionId, isFavorite, isArchived, tags }: LinkValues,
  spell: (tags: string[]) => string[] = tags => tags,
): string[] => {
  const named = tags?.lists.map(list => spell(list.map(place => tags.names[place] as string))) ?? []
  return [
    array(idsIn(links)),
    array(valuesOf<number | null>(collectionId)),
    array(valuesOf(isFavorite)),
    array(valuesOf(isArchived)),
    array(valuesOf(tags?.links)),
    JSON.stringify(named),
  ]
}

const valuesOf = <T extends Value>(runs: Runs<T> | undefined): Iterable<T> => (runs ? valuesIn(runs) : [])

/** Written as text, since the driver takes long to write an array of 50,000 numbers. */
const array = (values: Iterable<Value>): string =>
  `{${Array.from(values, value => (value === null ? 'NULL' : String(value))).join()}}`

/** Clauses that read these arrays from $2 to $7. A value that is absent in `wanted` is null. */
export const restoredClauses: readonly string[] = [
  `lists AS (
    SELECT (n - 1)::integer AS place, ARRAY(SELECT jsonb_array_elements_text(list)) AS tags
    FROM fence, jsonb_array_elements($7::jsonb) WITH ORDINALITY AS given(list, n))`,
  `wanted AS (
    SELECT r.id, r.collection_id, r.is_favorite = 1 AS is_favorite, r.is_archived = 1 AS is_archived, lists.tags
    FROM fence, unnest($2::integer[], $3::integer[], $4::integer[], $5::integer[], $6::integer[])
      AS r(id, collection_id, is_favorite, is_archived, place) LEFT JOIN lists USING (place))`,
]
