import {
  type DatabaseRole,
  databaseRoles,
  READ_SCHEMAS,
  type Role,
} from '@lectern/contracts/database-roles.ts'
import type { PoolClient } from './postgres.ts'

/** The schema as databaseRoles names it. */
const kindOf = (schema: string): string => (new RegExp(READ_SCHEMAS).test(schema) ? 'read' : schema)

/** Makes a schema where it is missing. The rest of the transaction acts as the schema's owner, so that everything in it has one owner. */
export const becomeOwner = async (client: PoolClient, schema: string): Promise<void> => {
  const { rows } = await client.query<{ owner: string }>(
    'SELECT nspowner::regrole::text AS owner FROM pg_namespace WHERE nspname = $1',
    [schema],
  )
  // CREATE SCHEMA IF NOT EXISTS needs the right to make schemas even where the schema exists.
  if (rows[0] === undefined) await client.query(`CREATE SCHEMA ${client.escapeIdentifier(schema)}`)
  else await client.query(`SET LOCAL ROLE ${rows[0].owner}`)
}

/** Grants each role its rights in a schema, for the tables that exist. Does nothing in a database without our roles. */
export const grantRights = async (client: PoolClient, schema: string): Promise<void> => {
  const kind = kindOf(schema)
  const name = client.escapeIdentifier(schema)
  const { rows: columns } = await client.query<{ table: string; column: string }>(
    'SELECT table_name AS table, column_name AS column FROM information_schema.columns WHERE table_schema = $1',
    [schema],
  )
  const { rows: users } = await client.query<{ role: DatabaseRole; user: string }>(
    `SELECT role, quote_ident(rolname) AS user FROM unnest($1::text[]) AS role
     JOIN pg_roles ON rolname = current_database() || '_' || replace(role, '-', '_')`,
    [Object.keys(databaseRoles)],
  )
  for (const { role, user } of users) {
    const rights = (databaseRoles[role] as Role).rights?.filter(({ on }) => on.startsWith(`${kind}.`)) ?? []
    if (rights.length > 0) await client.query(`GRANT USAGE ON SCHEMA ${name} TO ${user}`)
    for (const { right, on, columns: some } of rights) {
      const table = on.slice(kind.length + 1)
      if (table === '*') {
        await client.query(`GRANT ${right} ON ALL TABLES IN SCHEMA ${name} TO ${user}`)
        continue
      }
      const there = columns.filter(each => each.table === table).map(each => each.column)
      const named = some?.filter(column => there.includes(column)).join(', ')
      if (there.length === 0 || named === '') continue
      await client.query(`GRANT ${right} ${named ? `(${named})` : ''} ON ${name}.${table} TO ${user}`)
    }
  }
}
