import { type CommonTableExpressionNode, type KyselyPlugin, type RawBuilder, SelectQueryNode } from 'kysely'
import type { ReadDb } from '../tables.ts'

/** The rows that tables have instead of their own. Each may be of those before it. */
export type Overlay = Readonly<Record<string, RawBuilder<unknown>>>

/**
 * A database in which tables have other rows: each query gets them as common table expressions, which Postgres puts in the place of
 * the tables. So the queries of one's own library read that of somebody else as the caller sees it.
 */
export const overlaid = (db: ReadDb, overlay: Overlay): ReadDb => {
  const expressions = Object.entries(overlay).flatMap(([name, rows]) => {
    const { with: made } = db
      .with(
        cte => cte(name).notMaterialized(),
        () => rows as RawBuilder<object>,
      )
      .selectNoFrom([])
      .toOperationNode()
    return made?.expressions ?? []
  })
  return db.withPlugin(withTables(expressions))
}

/** The outermost query gets them, and those within see them. */
const withTables = (tables: readonly CommonTableExpressionNode[]): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    if (!SelectQueryNode.is(node)) return node
    const { expressions, ...own } = node.with ?? { kind: 'WithNode' as const, expressions: [] }
    return { ...node, with: { ...own, expressions: [...tables, ...expressions] } }
  },
  transformResult: async ({ result }) => result,
})
