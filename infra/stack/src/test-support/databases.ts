import { randomBytes } from 'node:crypto'
import { migrateCommandApi } from '@lectern/command-api/service.ts'
import type { DatabaseRole } from '@lectern/contracts/database-roles.ts'
import { migrate } from '@lectern/platform/postgres/migrate.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import pg from 'pg'
import { urlOfRole } from '../database.ts'
import { prepareDatabase } from '../prepare-database.ts'
import { ROOT } from '../services.ts'

export const passwordOf = (role: DatabaseRole): string => `${role}-password`

/** Returns the url of a new database. @param template url of a database to copy, which must have no connections */
export const createDatabaseIn = async (postgresUrl: string, template?: string): Promise<string> => {
  const name = `test_${randomBytes(8).toString('hex')}`
  const client = new pg.Client(postgresUrl)
  await client.connect()
  try {
    const source = template === undefined ? 'template1' : new URL(template).pathname.slice(1)
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${client.escapeIdentifier(source)}`)
  } finally {
    await client.end()
  }
  return Object.assign(new URL(postgresUrl), { pathname: `/${name}` }).href
}

/** Returns the url of a new database with the schemas of command-api and of the workers, for others to be copied from. */
export const createMigrated = async (postgresUrl: string): Promise<string> => {
  const url = await createDatabaseIn(postgresUrl)
  await prepareDatabase(url, passwordOf)
  const poolOf = (role: DatabaseRole) =>
    connectPostgres({ url: urlOfRole(url, role, passwordOf(role)), name: role, max: 1 })
  const [gateway, workers] = [poolOf('gateway'), poolOf('workers')]
  await migrateCommandApi(gateway)
  await migrate(workers, { schema: 'content', dir: `${ROOT}workers/migrations` })
  await Promise.all([gateway.end(), workers.end()])
  return url
}
