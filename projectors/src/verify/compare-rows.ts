import type { Queryable } from '@lectern/platform/postgres/postgres.ts'

/** Rows of a table as they should be, in JSON, and where the present ones are. */
export type Expected = {
  readonly table: string
  /** The primary key. */
  readonly key: readonly string[]
  readonly rows: readonly object[]
  /** A condition that the present rows meet, with $2 as `of`. */
  readonly where: string
  readonly of: unknown
  /** Columns that are not compared. */
  readonly without?: readonly string[]
}

type Row = Record<string, unknown>

/** The first row, in the order of keys, that differs; undefined where none does. @returns a sentence */
export const firstDifference = async (
  client: Queryable,
  schema: string,
  { table, key, rows, where, of, without = [] }: Expected,
): Promise<string | undefined> => {
  const columns = key.join(', ')
  const { rows: found } = await client.query<{ expected: Row | null; present: Row | null }>(
    `SELECT to_jsonb(expected) - $3::text[] AS expected, to_jsonb(present) - $3::text[] AS present
     FROM json_populate_recordset(NULL::${schema}.${table}, $1::json) AS expected
       FULL JOIN (SELECT * FROM ${schema}.${table} WHERE ${where}) AS present USING (${columns})
     WHERE to_jsonb(expected) - $3::text[] IS DISTINCT FROM to_jsonb(present) - $3::text[] ORDER BY ${columns} LIMIT 1`,
    [JSON.stringify(rows), of, without],
  )
  const [first] = found
  if (first === undefined) return undefined
  const { expected, present } = first
  const row = expected ?? present ?? {}
  const name = `${table} (${key.map(column => `${column} ${row[column]}`).join(', ')})`
  if (present === null) return `${name} is missing.`
  if (expected === null) return `${name} is there, and no event leads to it.`
  const columnsThatDiffer = Object.keys(expected).filter(
    column => JSON.stringify(expected[column]) !== JSON.stringify(present[column]),
  )
  const [column = ''] = columnsThatDiffer
  return `${name} has the ${column} ${say(present[column])}, and its events lead to ${say(expected[column])}.`
}

/** Characters of a value in a sentence. */
const SAID_MAX = 200

const say = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length > SAID_MAX ? `${text.slice(0, SAID_MAX)}…` : text
}
