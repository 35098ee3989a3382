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
  command: 'command_api',
  content: 'workers',
  event_store: 'event_store',
  identity: 'command_api',
  projections: 'projectors',
  read_v1: 'projectors',
}

it('gives each service the tables that one user made for all, and has the same result at a second run', async () => {
  const url = await createDatabase()
  const owner = poolOf(url)
  await migrateAll(owner)
  expect(Object.values(await ownersIn(owner))).not.toContain('command_api')
  for (let n = 0; n < 2; n++) {
    expect(await prepareDatabase(url, passwordOf)).toBe(true)
    expect(await ownersIn(owner)).toEqual(OWNERS)
  }
  await as(url, 'query-api').query('SELECT email FROM identity.users')
  await as(url, 'workers').query('SELECT url FROM read_v1.links')
  await as(url, 'projectors').query('DROP SCHEMA read_v1 CASCADE')
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
  await as(url, 'command-api').query('DELETE FROM command.snapshots')
  await as(url, 'projectors').query('SELECT searched FROM content.documents')
  await as(url, 'query-api').query('SELECT FROM read_v1.links, content.documents, identity.sessions')
  await as(url, 'split-gateway').query('UPDATE identity.sessions SET last_seen_at = now() WHERE id IS NULL')
})

it.each<[DatabaseRole, string]>([
  ['query-api', 'SELECT password_hash FROM identity.users'],
  ['query-api', 'SELECT token_hash FROM identity.sessions'],
  ['query-api', 'DELETE FROM read_v1.links'],
  ['query-api', 'SELECT FROM command.snapshots'],
  ['split-gateway', 'SELECT email FROM identity.users'],
  ['split-gateway', 'UPDATE identity.sessions SET expires_at = now()'],
  ['projectors', 'SELECT id FROM identity.users'],
  ['projectors', 'DELETE FROM content.documents'],
  ['projectors', 'SELECT FROM event_store.events'],
  ['command-api', 'SELECT FROM event_store.events'],
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
  await as(url, 'query-api').query('SELECT email FROM identity.users')
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
