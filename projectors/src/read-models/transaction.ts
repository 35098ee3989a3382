import { inTransaction, type Pool, type PoolClient } from '@lectern/platform/postgres/postgres.ts'

/** Text of SQL with the values in it. A fragment may be a value of another one. */
class Fragment {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }
}

export const sql = (strings: TemplateStringsArray, ...values: unknown[]): Fragment =>
  new Fragment(strings, values)

/** Text that is known beforehand, such as the name of a table. */
export const raw = (text: string): Fragment => new Fragment([text], [])

/** Runs a statement in the transaction, in which tables go without the name of their schema. @returns its rows */
export type Tx = <Row extends object>(
  strings: TemplateStringsArray,
  ...values: unknown[]
) => Promise<readonly Row[]>

/** An act on a whole library takes this long, in ms, where the disk is slow. */
const STATEMENT_MS = 120_000
/** Postgres keeps the plan of a named statement. There are as many texts as there are statements in the code. */
const names = new Map<string, string>()

/** The rest of the client's transaction, whose search_path is a read schema. */
export const transactionOn =
  (client: PoolClient): Tx =>
  async (strings, ...given) => {
    const values: unknown[] = []
    const text = textOf(new Fragment(strings, given), values)
    const name = names.get(text) ?? `statement-${names.size}`
    names.set(text, name)
    const statement = { name, text, values, query_timeout: STATEMENT_MS }
    return (await client.query(statement)).rows
  }

/** Runs work in a transaction in a read schema. */
export const inSchema = <T>(pool: Pool, schema: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(pool, async client => {
    await client.query(`SET LOCAL search_path TO ${schema}, public`)
    return work(transactionOn(client))
  })

/** @param values takes those of the fragment */
const textOf = (fragment: Fragment, values: unknown[]): string =>
  fragment.strings.reduce((text, part, n) => {
    const value = fragment.values[n - 1]
    return value instanceof Fragment
      ? `${text}${textOf(value, values)}${part}`
      : `${text}$${values.push(value)}${part}`
  })

/** Rows as one parameter, which json_populate_recordset and json_to_recordset read. */
export const json = (rows: Iterable<object>): string => JSON.stringify([...rows])
