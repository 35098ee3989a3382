import { checkConfig } from '@lectern/platform/process/config.ts'
import { ConfigError } from '@lectern/platform/process/config-error.ts'
import { requireVersion } from '@lectern/platform/process/versions.ts'
import { natsHasJetStream } from './probes.ts'
import { readSettings } from './settings.ts'
import { StartError } from './start-error.ts'

/** Stand-ins for settings that the launcher gives the services. */
const GIVEN_BY_US = {
  DATABASE_URL: 'postgres://embedded',
  NATS_URL: 'nats://embedded',
  EVENT_STORE_URL: 'esdb://embedded',
  EXPORTER_DATABASE_URL: 'postgres://embedded',
  INTERNAL_SECRET: 'made at the first start, and kept',
}

/**
 * Refuses invalid settings, and given servers that do not answer, before anything is started.
 * @throws StartError
 */
export const checkSettings = async (env: NodeJS.ProcessEnv): Promise<void> => {
  readSettings(env)
  const given = Object.entries(env).filter(([, value]) => value !== '')
  try {
    checkConfig({ ...GIVEN_BY_US, ...Object.fromEntries(given) })
  } catch (error) {
    throw error instanceof ConfigError ? new StartError(error.message) : error
  }
  if (env.DATABASE_URL) await checkPostgres(env.DATABASE_URL)
  if (env.NATS_URL) await checkNats(env.NATS_URL)
  if (env.EVENT_STORE_URL) await checkEventStore(env.EVENT_STORE_URL, env.EVENT_STORE_SECRET)
}

// Dynamic imports keep these clients out of the launcher of an embedded stack.

const checkPostgres = async (url: string): Promise<void> => {
  const { connectPostgres, requirePostgres } = await import('@lectern/platform/postgres/postgres.ts')
  const pool = connectPostgres({ url, name: 'start', max: 1 })
  try {
    await requirePostgres(pool)
  } catch (error) {
    throw new StartError(`DATABASE_URL: Postgres at ${new URL(url).host} cannot be used (${reason(error)}).`)
  } finally {
    await pool.end()
  }
}

const checkNats = async (list: string): Promise<void> => {
  const servers = list.split(',').map(server => new URL(server.trim()))
  const answers = servers.map(({ hostname, port }) => natsHasJetStream(Number(port || 4222), hostname))
  if ((await Promise.all(answers)).some(Boolean)) return
  const hosts = servers.map(({ host }) => host).join(', ')
  throw new StartError(`NATS_URL: no NATS with JetStream answers at ${hosts}.`)
}

const checkEventStore = async (url: string, secret: string | undefined): Promise<void> => {
  const { connectEventStore } = await import('@lectern/platform/event-store/client.ts')
  try {
    const store = connectEventStore({ url, connectionName: secret })
    const ask = async () => {
      await store.end()
      requireVersion('EventStoreDB or KurrentDB', await store.version())
    }
    await ask().finally(() => store.close())
  } catch (error) {
    throw new StartError(`EVENT_STORE_URL: the event store cannot be used (${reason(error)}).`)
  }
}

/** If a name has several addresses, `errors` has one error for each. */
const reason = (error: unknown): string => {
  const { message, errors } = error as Error & { errors?: readonly Error[] }
  return (errors?.map(each => each.message).join(', ') || message).split('\n', 1)[0] ?? ''
}
