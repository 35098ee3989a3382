import type { Compilable } from 'kysely'
import type { ReadDb } from '../tables.ts'
import { ServingDb } from './serving-db.ts'

/** The place of a value in a statement that was built without it. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

type Statement = { readonly name: string; readonly text: string; readonly parameters: readonly unknown[] }
/** A build that takes no shape is called without one. */
type ShapeOf<Shape> = unknown extends Shape ? [] : [shape: Shape]
type Query<Row> = Compilable<Row> & { readonly execute: () => Promise<Row[]> }

/**
 * A query that is built once for each shape, and parsed and planned by Postgres once for each connection. Views of the past build it
 * each time. `build` sees placeholders instead of values: what decides the text of the query belongs to its shape.
 * @param isUsual whether a shape is kept; a caller who asks for all of them would otherwise fill Postgres's memory with plans
 */
export const prepared = <Values extends object, Shape, Row>(
  name: string,
  build: (db: ReadDb, values: Values, shape: Shape) => Query<Row>,
  isUsual: (shape: Shape) => boolean = () => true,
) => {
  const statements = new Map<string, Statement>()
  const placeholders = new Proxy({}, { get: (_, key) => new Placeholder(String(key)) }) as Values

  const statementOf = (db: ReadDb, shape: Shape): Statement => {
    const key = JSON.stringify(shape) ?? ''
    const known = statements.get(key)
    if (known) return known
    const { sql: text, parameters } = build(db, placeholders, shape).compile()
    const statement = { name: `${name} ${statements.size}`, text, parameters }
    statements.set(key, statement)
    return statement
  }

  return async (db: ReadDb, values: Values, ...given: ShapeOf<Shape>): Promise<Row[]> => {
    const shape = given[0] as Shape
    if (!(db instanceof ServingDb) || !isUsual(shape)) return build(db, values, shape).execute()
    const { parameters, ...statement } = statementOf(db, shape)
    const { rows } = await db.pool.query<Row & object>({
      ...statement,
      values: parameters.map(each =>
        each instanceof Placeholder ? values[each.name as keyof Values] : each,
      ),
    })
    return rows
  }
}
