import { fileURLToPath } from 'node:url'
import { connectNats, type Nats } from '@lectern/platform/nats/connect.ts'
import { migrate } from '@lectern/platform/postgres/migrate.ts'
import { connectPostgres, type Pool, requirePostgres } from '@lectern/platform/postgres/postgres.ts'
import { refuseNewerReadModels } from '@lectern/platform/postgres/read-schemas.ts'
import type { ProcessTools } from '@lectern/platform/process/process.ts'
import { untilThere } from '@lectern/platform/process/until-there.ts'
import { type PerHost, perHost } from '@lectern/platform/safe-fetch/per-host.ts'
import { createSafeFetch, type SafeFetch } from '@lectern/platform/safe-fetch/safe-fetch.ts'
import { type AllowedHosts, allowedHosts } from '@lectern/platform/safe-fetch/url.ts'
import { type Bell, hangBell } from './work/bell.ts'
import { type WorkTable, workTable } from './work/work-table.ts'

const migrations = fileURLToPath(new URL('../migrations', import.meta.url))

/** Tools that every kind of job may use. */
export type WorkerTools = ProcessTools<'workers'> & {
  readonly pool: Pool
  readonly nats: Nats
  /** Work that waits. */
  readonly table: WorkTable
  readonly bell: Bell
  /** Private hosts that safeFetch may reach and that articles may link to. */
  readonly allow: AllowedHosts
  /** Limits of requests to each host, which all fetches of this process share. */
  readonly hosts: PerHost
  readonly safeFetch: SafeFetch
  /** Libraries whose imports are being read. Pages of imported links wait meanwhile. */
  readonly runningImports: Set<string>
}

/** Connects to Postgres and NATS and migrates schema `content`. */
export async function connectTools(process: ProcessTools<'workers'>): Promise<WorkerTools> {
  const { config, log, signal, onStop } = process
  const pool = connectPostgres({ url: config.databaseUrl, name: 'workers', max: 6 })
  onStop(() => pool.end())
  const begin = async () => {
    await requirePostgres(pool)
    await refuseNewerReadModels(pool)
    // Projectors wait for these tables, so the migration waits for nothing else.
    await migrate(pool, { schema: 'content', dir: migrations })
  }
  await untilThere('Postgres', begin, { log, signal })

  const nats = await connectNats({ url: config.natsUrl, name: 'workers', log })
  onStop(() => nats.close())

  const table = workTable(config.databaseUrl)
  onStop(() => table.end())
  const bell = hangBell(config.databaseUrl, signal)

  const allow = allowedHosts(config.fetchAllowHosts)
  const hosts = perHost()
  const safeFetch = createSafeFetch({ allow, hosts })
  return { ...process, pool, nats, table, bell, allow, hosts, safeFetch, runningImports: new Set() }
}
