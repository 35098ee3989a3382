import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'

/** Folders of migrations by the schema that they make, from the root of a checkout. */
const migrationsOf = (checkout: string): Record<string, string> => {
  const ofCommandApi = join(checkout, 'command-api/migrations')
  // Others use it.
  const schemas = ['identity', ...readdirSync(ofCommandApi).filter(schema => schema !== 'identity')]
  return {
    ...Object.fromEntries(schemas.map(schema => [schema, join(ofCommandApi, schema)])),
    content: join(checkout, 'workers/migrations'),
    projections: join(checkout, 'projectors/migrations/control'),
  }
}

/** The statement that makes the tables of the embedded event store. */
const eventStoreSql = (checkout: string): string =>
  /SCHEMA = `\n([\s\S]*?)`/.exec(
    readFileSync(join(checkout, 'infra/event-store-server/src/storage/schema.ts'), 'utf8'),
  )?.[1] ?? ''

/** All of a database as SQL: what its version's migrations make, and every row. pg_dump of Postgres 18 is part of no package that we have. */
export const dumpOf = async (client: Client, checkout: string): Promise<string> => {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
  const { rows: read } = await client.query<{ schema: string }>(`SELECT schema FROM projections.read_schemas`)
  const folders = {
    ...migrationsOf(checkout),
    ...Object.fromEntries(read.map(({ schema }) => [schema, join(checkout, 'projectors/migrations/read')])),
  }
  const sql = ['pg_trgm', 'btree_gin', 'btree_gist'].map(name => `CREATE EXTENSION IF NOT EXISTS ${name};`)
  sql.push(eventStoreSql(checkout))
  for (const [schema, folder] of Object.entries(folders)) {
    sql.push(`CREATE SCHEMA ${schema}; SET search_path TO ${schema}, public;`)
    sql.push(
      'CREATE TABLE migrations (file text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());',
    )
    for (const file of readdirSync(folder).sort())
      if (file.endsWith('.sql')) sql.push(readFileSync(join(folder, file), 'utf8'), ';')
  }
  sql.push('SET search_path TO public; SET session_replication_role = replica;')
  const { rows: tables } = await client.query<{ name: string; columns: string; values: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name, string_agg(format('%I', attname), ', ' ORDER BY attnum) AS columns,
       string_agg(format('quote_nullable(%I::text)', attname), ', ' ORDER BY attnum) AS values
     FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = relnamespace JOIN pg_attribute AS a ON attrelid = c.oid
     WHERE nspname = ANY ($1) AND relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     GROUP BY nspname, relname ORDER BY nspname, relname`,
    [['event_store', ...Object.keys(folders)]],
  )
  sql.push(`TRUNCATE ${tables.map(({ name }) => name).join(', ')} CASCADE;`)
  for (const { name, columns, values } of tables) {
    const { rows } = await client.query<{ row: string }>(
      `SELECT concat_ws(', ', ${values}) AS row FROM ${name}`,
    )
    if (rows.length === 0) continue
    sql.push(
      `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE VALUES\n${rows.map(({ row }) => `(${row})`).join(',\n')};`,
    )
  }
  const { rows: sequences } = await client.query<{ sql: string }>(
    `SELECT format('SELECT setval(%L, %s);', format('%I.%I', schemaname, sequencename), last_value) AS sql
     FROM pg_sequences WHERE schemaname = ANY ($1) AND last_value IS NOT NULL`,
    [['event_store', ...Object.keys(folders)]],
  )
  sql.push(...sequences.map(each => each.sql), 'RESET ALL;')
  await client.query('COMMIT')
  return `${sql.join('\n')}\n`
}
