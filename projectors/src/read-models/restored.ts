import type { Effect } from '@lectern/contracts/events/effects.ts'
import { unpack } from '@lectern/contracts/events/link-values.ts'
import { idsIn } from '@lectern/contracts/id-ranges.ts'
import { sql } from './transaction.ts'

export type Restored = Extract<Effect, { kind: 'links-restored' }>
export const isRestored = (effect: Effect): effect is Restored => effect.kind === 'links-restored'

type Value = number | boolean | null

/** The values that each link has again, as rows of SQL. A value that is absent is null. */
export const restoredRows = (
  effects: readonly Restored[],
  spell: (tags: readonly string[]) => readonly string[] = tags => tags,
) => {
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
  const column = (n: number) => array(rows.map(row => row[n] as Value))
  const lists = JSON.stringify([...places.keys()].map(spell))
  return sql`(
    SELECT r.id, r.collection_id, r.is_moved, r.is_favorite, r.is_archived, lists.tags
    FROM unnest(${column(0)}::integer[], ${column(1)}::integer[], ${column(2)}::boolean[], ${column(3)}::boolean[],
        ${column(4)}::boolean[], ${column(5)}::integer[]) AS r(id, collection_id, is_moved, is_favorite, is_archived, place)
      LEFT JOIN (
        SELECT (n - 1)::integer AS place, ARRAY(SELECT jsonb_array_elements_text(list)) AS tags
        FROM jsonb_array_elements(${lists}::jsonb) WITH ORDINALITY AS given(list, n)) AS lists USING (place))`
}

const NONE: readonly string[] = []

/** Written as text, since the driver takes long to write an array of 50,000 numbers. */
const array = (values: readonly Value[]): string =>
  `{${values.map(value => (value === null ? 'NULL' : String(value))).join()}}`
