import type { Effect } from '@lectern/contracts/events/effects.ts'
import { unpack } from '@lectern/contracts/events/link-values.ts'
import { idsIn } from '@lectern/contracts/id-ranges.ts'

export type Restored = Extract<Effect, { kind: 'links-restored' }>
export const isRestored = (effect: Effect): effect is Restored => effect.kind === 'links-restored'

type Value = number | boolean | null

/** The values that each link has again, as six Postgres arrays, and the lists of tags that the last one counts in. */
export const restoredArrays = (
  effects: readonly Restored[],
  spell: (tags: readonly string[]) => readonly string[] = tags => tags,
): string[] => {
  const places = new Map<readonly string[], number>()
  const placeOf = (list: readonly string[]): number => {
    const place = places.get(list) ?? places.size
    places.set(list, place)
    return place
  }
  const rows = effects.flatMap(({ links, values }) => {
    const { collectionId, isFavorite, isArchived, tags } = unpack(values)
    return [...idsIn(links)].map((id, n): Value[] => [
      ...[id, collectionId?.[n] ?? null, collectionId !== undefined],
      ...[isFavorite?.[n] ?? null, isArchived?.[n] ?? null],
      tags ? placeOf(tags[n] ?? NONE) : null,
    ])
  })
  const columns = [0, 1, 2, 3, 4, 5].map(column => array(rows.map(row => row[column] as Value)))
  return [...columns, JSON.stringify([...places.keys()].map(spell))]
}

const NONE: readonly string[] = []

/** Written as text, since the driver takes long to write an array of 50,000 numbers. */
const array = (values: readonly Value[]): string =>
  `{${values.map(value => (value === null ? 'NULL' : String(value))).join()}}`

/** Clauses that read these arrays from $2 to $8. A value that is absent in `wanted` is null. */
export const restoredClauses: readonly string[] = [
  `lists AS (
    SELECT (n - 1)::integer AS place, ARRAY(SELECT jsonb_array_elements_text(list)) AS tags
    FROM fence, jsonb_array_elements($8::jsonb) WITH ORDINALITY AS given(list, n))`,
  `wanted AS (
    SELECT r.id, r.collection_id, r.is_moved, r.is_favorite, r.is_archived, lists.tags
    FROM fence, unnest($2::integer[], $3::integer[], $4::boolean[], $5::boolean[], $6::boolean[], $7::integer[])
      AS r(id, collection_id, is_moved, is_favorite, is_archived, place) LEFT JOIN lists USING (place))`,
]
