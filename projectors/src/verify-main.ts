import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import { ensureStoreId } from '@lectern/platform/event-store/store-id.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { loadConfig } from '@lectern/platform/process/config.ts'
import { findSchema } from './schemas.ts'
import { mismatch } from './store-check.ts'
import { verify } from './verify/verify.ts'

/** Comparing the rows of a library of 50,000 links takes longer, in ms, than the pool lets other queries take. */
const QUERY_TIMEOUT_MS = 120_000

/** `make verify`, with the environment of projectors. @returns whether the rows are right, and a sentence for the operator */
const verifyRows = async (env: NodeJS.ProcessEnv): Promise<{ isRight: boolean; said: string }> => {
  const config = loadConfig('projectors', env)
  const pool = connectPostgres({
    url: config.databaseUrl,
    name: 'verify',
    max: 2,
    queryTimeout: QUERY_TIMEOUT_MS,
  })
  const store = connectEventStore({ url: config.eventStoreUrl, connectionName: config.eventStoreSecret })
  try {
    const schema = (await findSchema(pool, 'current'))?.schema
    if (schema === undefined) return { isRight: false, said: 'There are no read models yet.' }
    const isOther = await mismatch(store, pool, schema, await ensureStoreId(store))
    if (isOther !== undefined) return { isRight: false, said: isOther }
    const { libraries, articles, difference } = await verify({ store, pool, schema })
    if (difference !== undefined) return { isRight: false, said: `The first difference: ${difference}` }
    const compared = `${libraries} libraries and ${articles} articles were compared.`
    return { isRight: true, said: `The rows in ${schema} are as the events say. ${compared}` }
  } finally {
    await store.close()
    await pool.end()
  }
}

try {
  const { isRight, said } = await verifyRows(process.env)
  if (isRight) process.stdout.write(`${said}\n`)
  else process.stderr.write(`verify: ${said}\n`)
  process.exitCode = isRight ? 0 : 1
} catch (error) {
  process.stderr.write(`verify: ${String((error as Error)?.stack ?? error)}\n`)
  process.exitCode = 1
}
