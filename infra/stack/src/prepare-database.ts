import { setTimeout as pause } from 'node:timers/promises'
import {
  type DatabaseRole,
  databaseRoles,
  databaseUser,
  goneRoles,
  READ_SCHEMAS,
  type Role,
} from '@lectern/contracts/database-roles.ts'
import {
  connectPostgres,
  inTransaction,
  literal,
  type PoolClient,
  requirePostgres,
} from '@lectern/platform/postgres/postgres.ts'
import { grantRights } from '@lectern/platform/postgres/rights.ts'
import { databaseUrlIn } from '@lectern/platform/process/config.ts'
import { Halt } from '@lectern/platform/process/halt.ts'
import { withSecretFiles } from '@lectern/platform/process/secret-files.ts'
import { type DatabasePasswords, passwordsIn, SHARED } from './database.ts'

/** A change of owner waits until no transaction uses the table. */
const LONGEST_MS = 120_000

/**
 * Makes a database user for each service and gives each user the schemas that it owns, with all their content. Earlier
 * versions had one user for all services. Runs in one transaction, at each start, with the same result.
 * @throws Halt where Postgres is too old
 * @returns false if the url's user lacks the rights
 */
export const prepareDatabase = async (url: string, passwords: DatabasePasswords): Promise<boolean> => {
  const pool = connectPostgres({ url, name: 'prepare', max: 1, queryTimeout: LONGEST_MS })
  try {
    await requirePostgres(pool)
    return await inTransaction(pool, client => prepare(client, passwords))
  } finally {
    await pool.end()
  }
}

/** @throws Halt where a restore broke off. restore.ts makes this schema first and drops it last. */
const requireWhole = async (url: string): Promise<void> => {
  const pool = connectPostgres({ url, name: 'prepare', max: 1 })
  try {
    const { rows } = await pool.query<{ isHalf: boolean }>(
      `SELECT to_regnamespace('restoring') IS NOT NULL AS "isHalf"`,
    )
    if (rows[0]?.isHalf) throw new Halt('a restore broke off here. Go on with it: make restore.')
  } finally {
    await pool.end()
  }
}

const prepare = async (client: PoolClient, passwords: DatabasePasswords): Promise<boolean> => {
  const { rows } = await client.query<{ database: string; isSuper: boolean; may: boolean }>(
    `SELECT datname AS database, rolsuper AS "isSuper",
       rolsuper OR (rolcreaterole AND pg_has_role(datdba, 'MEMBER')) AS may
     FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`,
  )
  const [{ database, isSuper, may } = { database: '', isSuper: false, may: false }] = rows
  if (!may) return false
  await client.query(`SELECT pg_advisory_xact_lock(hashtext('prepare'))`)

  const name = client.escapeIdentifier(database)
  const userOf = (role: string) => client.escapeIdentifier(databaseUser(database, role))
  const all = Object.entries<Role>(databaseRoles) as [DatabaseRole, Role][]
  const connections = await connectionsOf(client)
  for (const [role, { share, makesSchemas }] of all) {
    const user = userOf(role)
    const password = passwords(role)
    const known = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [
      databaseUser(database, role),
    ])
    if (known.rowCount === 0) await client.query(`CREATE ROLE ${user}`)
    const login = password === undefined ? 'NOLOGIN PASSWORD NULL' : `LOGIN PASSWORD ${literal(password)}`
    await client.query(
      `ALTER ROLE ${user} ${login} CONNECTION LIMIT ${share === undefined ? -1 : Math.floor(connections * share)}`,
    )
    await client.query(`GRANT ${makesSchemas ? 'CONNECT, CREATE' : 'CONNECT'} ON DATABASE ${name} TO ${user}`)
    // Only a member of a role or a superuser may make it an owner.
    if (!isSuper) await client.query(`GRANT ${user} TO CURRENT_USER`)
  }

  await client.query(`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`)
  await client.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC')
  // Searches and the history need these. Services may create nothing in this schema.
  for (const extension of ['pg_trgm', 'btree_gin', 'btree_gist'])
    await client.query(`CREATE EXTENSION IF NOT EXISTS ${extension} WITH SCHEMA public`)

  const read = await client.query<{ schema: string }>(
    'SELECT nspname AS schema FROM pg_namespace WHERE nspname ~ $1',
    [READ_SCHEMAS],
  )
  const schemas = all.flatMap(([role, { owns = [] }]) =>
    owns
      .flatMap(kind => (kind === 'read' ? read.rows.map(({ schema }) => schema) : [kind]))
      .map(schema => ({ schema, owner: userOf(role) })),
  )
  for (const { schema, owner } of schemas) await handOver(client, schema, owner)
  for (const [role, heir] of Object.entries(goneRoles))
    await dropUser(client, databaseUser(database, role), userOf(heir))
  for (const { schema } of schemas) await grantRights(client, schema)
  return true
}

/** How many connections the server has for users that are no superusers. */
const connectionsOf = async (client: PoolClient): Promise<number> => {
  const { rows } = await client.query<{ connections: number }>(
    `SELECT sum(CASE name WHEN 'max_connections' THEN 1 ELSE -1 END * setting::int)::int AS connections FROM pg_settings
     WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`,
  )
  return rows[0]?.connections ?? 0
}

/** Drops the user of a role that is gone, after its heir has what it owned. A copy of the database may still name it; then it only cannot log in. */
const dropUser = async (client: PoolClient, name: string, heir: string): Promise<void> => {
  const { rows } = await client.query<{ oid: string }>('SELECT oid FROM pg_roles WHERE rolname = $1', [name])
  if (rows[0] === undefined) return
  const user = client.escapeIdentifier(name)
  await client.query(`ALTER ROLE ${user} NOLOGIN PASSWORD NULL`)
  await client.query(`REASSIGN OWNED BY ${user} TO ${heir}`)
  await client.query(`DROP OWNED BY ${user}`)
  const others = await client.query(
    `SELECT FROM pg_shdepend WHERE refclassid = 'pg_authid'::regclass AND refobjid = $1`,
    [rows[0].oid],
  )
  if (others.rowCount === 0) await client.query(`DROP ROLE ${user}`)
}

/** Makes a schema, or gives an existing one to its owner with its tables, types and functions. */
const handOver = async (client: PoolClient, schema: string, owner: string): Promise<void> => {
  // Migrations take this lock too.
  await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`migrate:${schema}`])
  const name = client.escapeIdentifier(schema)
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${name} AUTHORIZATION ${owner}`)
  const { rows } = await client.query<{ what: string }>(
    `SELECT format('%s %s', kind, name) AS what FROM (
       SELECT 1 AS place, 'SCHEMA' AS kind, quote_ident(nspname) AS name, nspowner AS owner
         FROM pg_namespace WHERE nspname = $1
       UNION ALL
       SELECT 2, CASE relkind WHEN 'c' THEN 'TYPE' ELSE 'TABLE' END, oid::regclass::text, relowner
         FROM pg_class WHERE relnamespace = to_regnamespace($2) AND relkind IN ('r', 'p', 'v', 'c')
       UNION ALL
       SELECT 3, 'ROUTINE', oid::regprocedure::text, proowner FROM pg_proc WHERE pronamespace = to_regnamespace($2)
     ) AS own WHERE owner <> to_regrole($3) ORDER BY place`,
    [schema, name, owner],
  )
  for (const { what } of rows) await client.query(`ALTER ${what} OWNER TO ${owner}`)
}

/** What clients of a Postgres get that still starts, or that has no address yet. */
const NOT_YET = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', '57P03'])
const LONGEST_WAIT_MS = 120_000

/** In containers this program may start before Postgres. */
const onceItAnswers = async <Result>(act: () => Promise<Result>): Promise<Result> => {
  const end = Date.now() + LONGEST_WAIT_MS
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!NOT_YET.has((error as { code?: string }).code ?? '') || Date.now() > end) throw error
      await pause(1_000)
    }
  }
}

if (import.meta.main) {
  try {
    const env = withSecretFiles(process.env)
    const url = databaseUrlIn(env)
    const isPrepared = await onceItAnswers(async () => {
      if (env.RESTORING !== 'true') await requireWhole(url)
      return prepareDatabase(url, passwordsIn(env))
    })
    if (!isPrepared) process.stderr.write('The user of DATABASE_URL may not make a user for each service.\n')
    process.exitCode = isPrepared ? 0 : SHARED
  } catch (error) {
    process.stderr.write(`The database cannot be prepared: ${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
