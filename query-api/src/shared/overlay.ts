import {
  type CommonTableExpressionNode,
  Kysely,
  PostgresDialect,
  PostgresQueryCompiler,
  type RawBuilder,
  SelectQueryNode,
  sql,
} from 'kysely'
import { ServingDb } from '../serving/serving-db.ts'
import type { ReadDb, Tables } from '../tables.ts'

/** The rows that tables have instead of their own. Each may be of those before it. */
export type Overlay = Readonly<Record<string, RawBuilder<unknown>>>

/**
 * A database in which tables have other rows: each query gets them as common table expressions, which Postgres puts in the place of
 * the tables. So the queries of one's own library read that of somebody else as the caller sees it.
 */
export const overlaid = (db: ReadDb, overlay: Overlay): ReadDb => {
  if (!(db instanceof ServingDb)) throw new TypeError('Only the present library is shared')
  const tables = Object.entries(overlay).flatMap(([name, rows]) => {
    const { with: made } = db
      .with(
        cte => cte(name).notMaterialized(),
        () => sql<object>`(${rows})`,
      )
      .selectNoFrom([])
      .toOperationNode()
    return made?.expressions ?? []
  })
  const dialect = new PostgresDialect({ pool: db.pool })
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => dialect.createDriver(),
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: of => dialect.createIntrospector(of),
      createQueryCompiler: () => new OverlayCompiler(tables),
    },
  })
}

/** Adds the tables to the outermost query. Those within it see them. */
class OverlayCompiler extends PostgresQueryCompiler {
  readonly tables: readonly CommonTableExpressionNode[]

  constructor(tables: readonly CommonTableExpressionNode[]) {
    super()
    this.tables = tables
  }

  override compileQuery(...[node, id]: Parameters<PostgresQueryCompiler['compileQuery']>) {
    if (!SelectQueryNode.is(node)) return super.compileQuery(node, id)
    const { expressions, ...own } = node.with ?? { kind: 'WithNode' as const, expressions: [] }
    return super.compileQuery(
      { ...node, with: { ...own, expressions: [...this.tables, ...expressions] } },
      id,
    )
  }
}
