import { join } from 'node:path'
import type { DatabaseRole } from '@lectern/contracts/database-roles.ts'
import { migrate } from '@lectern/platform/postgres/migrate.ts'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { urlOfRole } from './database.ts'
import { prepareDatabase } from './prepare-database.ts'
import { until } from './probes.ts'
import { ROOT } from './services.ts'
import { createDatabase, createDatabaseOf } from './test-support/parts.ts'

const pools: pg.Pool[] = []
const poolOf = (url: string) => {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => {})
  pools.push(pool)
  return pool
}
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.end()
})

const passwordOf = (role: DatabaseRole) => `${role}-password`
const as = (url: string, role: DatabaseRole) => poolOf(urlOfRole(url, role, passwordOf(role)))

const SCHEMAS = {
  identity: 'command-api/migrations/identity',
  command: 'command-api/migrations/command',
  content: 'workers/migrations',
  projections: 'projectors/migrations/control',
  read_v1: 'projectors/migrations/read',
}
const migrateAll = async (pool: pg.Pool) => {
  for (const [schema, dir] of Object.entries(SCHEMAS)) await migrate(pool, { schema, dir: join(ROOT, dir) })
}

/** Owners of the schemas, and of the tables and functions in each. */
const ownersIn = async (pool: pg.Pool) => {
  const { rows } = await pool.query<{ schema: string; owners: string[] }>(
    `SELECT nspname AS schema, array_agg(DISTINCT replace(owner::regrole::text, current_database() || '_', '')) AS owners
     FROM pg_namespace n JOIN (
       SELECT oid AS namespace, nspowner AS owner FROM pg_namespace
       UNION ALL SELECT relnamespace, relowner FROM pg_class
       UNION ALL SELECT pronamespace, proowner FROM pg_proc
     ) AS own ON own.namespace = n.oid
     WHERE nspname ~ '^(event_store|identity|command|content|projections|read_v.*)$' GROUP BY 1 ORDER BY 1`,
  )
  return Object.fromEntries(rows.map(({ schema, owners }) => [schema, owners.join(', ')]))
}
const OWNERS = {
  command: 'gateway',
  content: 'workers',
  event_store: 'event_store',
  identity: 'gateway',
  projections: 'projectors',
  read_v1: 'projectors',
}

it('gives each service the tables that one user made for all, and has the same result at a second run', async () => {
  const url = await createDatabase()
  const owner = poolOf(url)
  await migrateAll(owner)
  expect(Object.values(await ownersIn(owner))).not.toContain('gateway')
  for (let n = 0; n < 2; n++) {
    expect(await prepareDatabase(url, passwordOf)).toBe(true)
    expect(await ownersIn(owner)).toEqual(OWNERS)
  }
  await as(url, 'gateway').query('SELECT email FROM identity.users')
  await as(url, 'workers').query('SELECT url FROM read_v1.links')
  await as(url, 'projectors').query('DROP SCHEMA read_v1 CASCADE')
})

it('workers and exporters get a part of the connections that the server has', async () => {
  const url = await createDatabase()
  await prepareDatabase(url, passwordOf)
  const { rows } = await poolOf(url).query<{ role: string; connections: number; of: number }>(
    `SELECT replace(rolname, current_database() || '_', '') AS role, rolconnlimit AS connections,
            current_setting('max_connections')::int AS of
       FROM pg_roles WHERE starts_with(rolname, current_database() || '_')`,
  )
  const partOf = (role: string) => rows.flatMap(row => (row.role === role ? [row.connections / row.of] : []))
  expect(partOf('workers')).toEqual([expect.closeTo(0.4, 1)])
  expect(partOf('exporter')).toEqual([expect.closeTo(0.15, 1)])
  expect(partOf('gateway')[0]).toBeLessThan(0)
})

it('changes nothing if it fails halfway', async () => {
  const url = await createDatabase()
  const owner = poolOf(url)
  await migrateAll(owner)
  const before = await ownersIn(owner)
  const reader = await owner.connect()
  await reader.query('BEGIN; LOCK TABLE read_v1.parked_streams IN ACCESS SHARE MODE')
  const preparing = prepareDatabase(url, passwordOf).catch((error: Error) => error)
  const waiting = async () =>
    (
      await owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'prepare' AND wait_event_type = 'Lock'`,
      )
    ).rowCount === 1
  await until('The last change', waiting)
  expect(await preparing).toBeInstanceOf(Error)
  expect(await ownersIn(owner)).toEqual(before)
  await reader.query('ROLLBACK')
  reader.release()
  expect(await prepareDatabase(url, passwordOf)).toBe(true)
  expect(await ownersIn(owner)).toEqual(OWNERS)
})

it('serves users that migrate and read in any order', async () => {
  const url = await createDatabase()
  await prepareDatabase(url, passwordOf)
  const of = async (role: DatabaseRole, ...schemas: (keyof typeof SCHEMAS)[]) => {
    for (const schema of schemas) await migrate(as(url, role), { schema, dir: join(ROOT, SCHEMAS[schema]) })
  }
  await Promise.all([
    of('gateway', 'identity', 'command'),
    of('workers', 'content'),
    of('projectors', 'projections', 'read_v1'),
  ])
  expect(await ownersIn(poolOf(url))).toEqual(OWNERS)
  await as(url, 'gateway').query('DELETE FROM command.snapshots')
  await as(url, 'projectors').query('SELECT searched FROM content.documents')
  await as(url, 'gateway').query('SELECT FROM read_v1.links, content.documents, identity.sessions')
})

it.each<[DatabaseRole, string]>([
  ['gateway', 'DELETE FROM read_v1.links'],
  ['gateway', 'DELETE FROM content.documents'],
  ['gateway', 'CREATE SCHEMA own'],
  ['projectors', 'SELECT id FROM identity.users'],
  ['projectors', 'DELETE FROM content.documents'],
  ['projectors', 'SELECT FROM event_store.events'],
  ['gateway', 'SELECT FROM event_store.events'],
  ['event-store', 'SELECT FROM identity.users'],
  ['workers', 'CREATE SCHEMA own'],
  ['workers', 'CREATE TABLE public.own ()'],
  ['workers', 'CREATE TEMPORARY TABLE own ()'],
  ['workers', 'SELECT FROM read_v1.search'],
  ['workers', 'DELETE FROM read_v1.links'],
])('refuses %s: %s', async (role, statement) => {
  const pool = as(await everything(), role)
  await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' })
})

let prepared: Promise<string> | undefined
/** A database with the tables of all services. */
const everything = () => {
  prepared ??= (async () => {
    const url = await createDatabase()
    const owner = poolOf(url)
    await migrateAll(owner)
    await owner.query('CREATE SCHEMA event_store; CREATE TABLE event_store.events (position bigint)')
    await prepareDatabase(url, passwordOf)
    return url
  })()
  return prepared
}

it('needs the right to make roles but no superuser', async () => {
  const url = await createDatabaseOf('CREATEROLE')
  await migrateAll(poolOf(url))
  for (let n = 0; n < 2; n++) expect(await prepareDatabase(url, passwordOf)).toBe(true)
  expect(await ownersIn(poolOf(url))).toEqual(OWNERS)
  await as(url, 'gateway').query('SELECT email FROM identity.users')
})

/** The users of a version that had one for each of the APIs, with what they owned and might read. */
const withUsersOfBefore = async (url: string): Promise<pg.Pool> => {
  await prepareDatabase(url, passwordOf)
  const owner = poolOf(url)
  await migrateAll(owner)
  const { rows } = await owner.query<{ database: string }>('SELECT current_database() AS database')
  const [{ database } = { database: '' }] = rows
  const [gateway, commands, queries] = ['gateway', 'command_api', 'query_api'].map(
    role => `${database}_${role}`,
  )
  for (const user of [commands, queries])
    await owner.query(`
      CREATE ROLE ${user} LOGIN PASSWORD 'x'; GRANT CONNECT ON DATABASE ${database} TO ${user};
      GRANT ${user} TO ${gateway}; GRANT ${user} TO CURRENT_USER`)
  await owner.query(`
    REASSIGN OWNED BY ${gateway} TO ${commands};
    CREATE TYPE identity.mood AS ENUM ('calm'); ALTER TYPE identity.mood OWNER TO ${commands};
    GRANT USAGE ON SCHEMA identity TO ${queries}; GRANT SELECT (email) ON identity.users TO ${queries};
    GRANT USAGE ON SCHEMA read_v1 TO ${queries}; GRANT SELECT ON ALL TABLES IN SCHEMA read_v1 TO ${queries}`)
  return owner
}
const usersOfBefore = async (owner: pg.Pool) =>
  (
    await owner.query<{ name: string; login: boolean }>(
      `SELECT replace(rolname, current_database() || '_', '') AS name, rolcanlogin AS login FROM pg_roles
       WHERE rolname ~ ('^' || current_database() || '_(command_api|query_api)$') ORDER BY 1`,
    )
  ).rows

it.each(['a superuser', 'an owner'])(
  '%s drops the users that are gone, and the gateway has what they owned',
  async who => {
    const url = await (who === 'an owner' ? createDatabaseOf('CREATEROLE') : createDatabase())
    const owner = await withUsersOfBefore(url)
    expect(await usersOfBefore(owner)).toHaveLength(2)
    for (let n = 0; n < 2; n++) {
      expect(await prepareDatabase(url, passwordOf)).toBe(true)
      expect(await usersOfBefore(owner)).toEqual([])
      expect(await ownersIn(owner)).toEqual(OWNERS)
    }
    const gateway = as(url, 'gateway')
    await gateway.query('DROP TYPE identity.mood; DELETE FROM command.snapshots')
    await gateway.query('SELECT FROM read_v1.links, identity.sessions')
    await migrateAll(owner)
  },
)

it('a user that a copy of the database names stays, and cannot log in', async () => {
  const url = await createDatabase()
  const owner = await withUsersOfBefore(url)
  await owner.end()
  pools.splice(pools.indexOf(owner), 1)
  await createDatabase(url)
  expect(await prepareDatabase(url, passwordOf)).toBe(true)
  const left = await usersOfBefore(poolOf(url))
  expect(left.length).toBeGreaterThan(0)
  expect(left.map(({ login }) => login)).not.toContain(true)
})

it('changes nothing without the right to make roles', async () => {
  const url = await createDatabaseOf('')
  expect(await prepareDatabase(url, passwordOf)).toBe(false)
  await migrateAll(poolOf(url))
})

it('lets nobody log in as a role without a password', async () => {
  const url = await createDatabase()
  await prepareDatabase(url, role => (role === 'workers' ? undefined : passwordOf(role)))
  await expect(as(url, 'workers').query('SELECT')).rejects.toThrow(/authentication failed|not permitted/)
  await as(url, 'gateway').query('SELECT')
})
