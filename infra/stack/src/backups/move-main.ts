import { checkpointsIn, followCheckpoints, writeCheckpoints } from '@lectern/backup/checkpoints.ts'
import { BackupFault } from '@lectern/backup/fault.ts'
import { compareLog, copyLog, logOf } from '@lectern/backup/log-copy.ts'
import { runMain } from '@lectern/backup/run-main.ts'
import { READ_SCHEMAS } from '@lectern/contracts/database-roles.ts'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { ensureStoreId } from '@lectern/platform/event-store/store-id.ts'
import {
  connectPostgres,
  inTransaction,
  type Pool,
  type PoolClient,
} from '@lectern/platform/postgres/postgres.ts'
import { loadConfig } from '@lectern/platform/process/config.ts'
import { withSecretFiles } from '@lectern/platform/process/secret-files.ts'
import { serviceEnv } from '../settings.ts'
import { theStores } from '../stack.ts'
import { StartError } from '../start-error.ts'
import { runParts } from './run-parts.ts'

const EMBEDDED = 'embedded'

/**
 * `make move-events FROM=… TO=…`, each `embedded` or an address such as esdb://host:2113, while Lectern is stopped. The other
 * store gets an id of its own, so that no checkpoint, snapshot or cookie of the first one is used with it.
 */
const main = async (env: NodeJS.ProcessEnv): Promise<string> => {
  const { FROM: from = '', TO: to = '' } = env
  if (!isStore(from) || !isStore(to) || from === to)
    throw new BackupFault('Say where from and where to: make move-events FROM=embedded TO=esdb://host:2113')
  const { EVENT_STORE_URL, ...rest } = env
  let said = ''
  await runParts(
    { env: rest, say: line => void process.stdout.write(`${line}\n`), parts: theStores },
    async options => {
      said = await move(serviceEnv('backup', options), from, to)
    },
  )
  return `${said} Set EVENT_STORE_URL${to === EMBEDDED ? ' to nothing' : `=${to}`} and start Lectern, which fills its read models anew.`
}

const isStore = (text: string): boolean => text === EMBEDDED || text.startsWith('esdb')

const move = async (env: NodeJS.ProcessEnv, from: string, to: string): Promise<string> => {
  const config = loadConfig('backup', env)
  const connect = (store: string) =>
    store === EMBEDDED
      ? connectEventStore({ url: config.eventStoreUrl, connectionName: config.eventStoreSecret })
      : connectEventStore({ url: store })
  const [source, target] = [connect(from), connect(to)]
  const pool = connectPostgres({ url: config.databaseUrl, name: 'move', max: 2 })
  try {
    const [fromId, toId] = [await ensureStoreId(source), await ensureStoreId(target)]
    if (fromId === toId) throw new BackupFault('Both are the same store.')
    const { events, chain } = await moveLog({ source, target, pool, fromId, toId })
    return `${events} events are in ${to}, and are those of ${from}. Their chain ends with ${chain}.`
  } finally {
    await Promise.all([source.close(), target.close(), pool.end()])
  }
}

type Move = {
  readonly source: EventStore
  readonly target: EventStore
  readonly pool: Pool
  readonly fromId: string
  readonly toId: string
}

const moveLog = async ({ source, target, pool, fromId, toId }: Move) => {
  const missing = await copyLog(logOf(source), target)
  const loops = followCheckpoints(await checkpointsIn(pool, fromId))
  const compared = await compareLog(logOf(source), logOf(target), missing, (_event, there, here) =>
    loops.passed(there, here),
  )
  await inTransaction(pool, async client => {
    await writeCheckpoints(client, toId, loops.reached)
    await client.query('DELETE FROM command.snapshots')
    await client.query(`UPDATE content.provided_documents SET position = '0/0'`)
    await dropReadModels(client)
  })
  return compared
}

const dropReadModels = async (client: PoolClient): Promise<void> => {
  const { rows } = await client.query<{ schema: string }>(
    'SELECT quote_ident(nspname) AS schema FROM pg_namespace WHERE nspname ~ $1',
    [READ_SCHEMAS],
  )
  for (const { schema } of rows) await client.query(`DROP SCHEMA ${schema} CASCADE`)
  await client.query('DELETE FROM projections.read_schemas')
}

await runMain('move-events', () => {
  process.env = withSecretFiles(process.env)
  return main(process.env)
}, [StartError])
