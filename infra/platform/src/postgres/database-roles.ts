import type { PoolClient } from './postgres.ts'

/** What a role may do with tables of others. Every schema of read models counts as `read`. */
type Right = {
  readonly right: 'SELECT' | 'UPDATE'
  readonly on: `${string}.${string}`
  /** All where none is named. */
  readonly columns?: readonly string[]
}

export type Role = {
  /** Its schemas: it makes them, changes them, and grants others what this table says. */
  readonly owns?: readonly string[]
  readonly rights?: readonly Right[]
  /** It may do what these may. */
  readonly is?: readonly string[]
  readonly makesSchemas?: true
  /** Its own share of the server's connections. */
  readonly connections?: number
}

/** Users of the database, each named after the database and its role: lectern_workers. */
export const databaseRoles = {
  'event-store': { owns: ['event_store'] },
  'command-api': { owns: ['identity', 'command'] },
  'query-api': {
    rights: [
      { right: 'SELECT', on: 'read.*' },
      { right: 'SELECT', on: 'projections.read_schemas' },
      { right: 'SELECT', on: 'content.documents' },
      { right: 'SELECT', on: 'identity.users', columns: ['id', 'email', 'username', 'first_name'] },
      { right: 'SELECT', on: 'identity.sessions', columns: ['id', 'user_id', 'expires_at'] },
    ],
  },
  projectors: {
    owns: ['projections', 'read'],
    makesSchemas: true,
    rights: [{ right: 'SELECT', on: 'content.documents' }],
  },
  workers: {
    owns: ['content'],
    rights: [
      { right: 'SELECT', on: 'projections.read_schemas' },
      { right: 'SELECT', on: 'read.links' },
      { right: 'SELECT', on: 'read.articles' },
      { right: 'SELECT', on: 'read.checkpoints' },
    ],
    // One that a page has taken over must not leave others without a connection.
    connections: 20,
  },
  /** A gateway whose APIs are processes of their own. */
  'split-gateway': {
    rights: [
      { right: 'SELECT', on: 'identity.sessions' },
      { right: 'UPDATE', on: 'identity.sessions', columns: ['last_seen_at'] },
      { right: 'SELECT', on: 'projections.read_schemas' },
      { right: 'SELECT', on: 'read.checkpoints' },
      { right: 'SELECT', on: 'read.parked_streams' },
    ],
  },
  gateway: { is: ['split-gateway', 'command-api', 'query-api'] },
} as const satisfies Record<string, Role>

export type DatabaseRole = keyof typeof databaseRoles

export const databaseUser = (database: string, role: string): string =>
  `${database}_${role.replaceAll('-', '_')}`

/** Schemas of read models as Postgres finds them. */
export const READ_SCHEMAS = '^read_v\\d+(_\\d+)?$'
const kindOf = (schema: string): string => (new RegExp(READ_SCHEMAS).test(schema) ? 'read' : schema)

/** Makes a schema where it is missing. The rest of the transaction acts as its owner, so that all in it has one owner. */
export const becomeOwner = async (client: PoolClient, schema: string): Promise<void> => {
  const { rows } = await client.query<{ owner: string }>(
    'SELECT nspowner::regrole::text AS owner FROM pg_namespace WHERE nspname = $1',
    [schema],
  )
  // CREATE SCHEMA IF NOT EXISTS needs the right to make schemas even where there is nothing to make.
  if (rows[0] === undefined) await client.query(`CREATE SCHEMA ${client.escapeIdentifier(schema)}`)
  else await client.query(`SET LOCAL ROLE ${rows[0].owner}`)
}

/** Grants what roles may do in a schema, as far as its tables are there. Does nothing in a database without our roles. */
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
