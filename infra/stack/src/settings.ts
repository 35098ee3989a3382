import type { Secrets } from './data-dir.ts'
import { type NatsRole, natsUrl } from './nats.ts'
import { type Cluster, postgresUrl } from './postgres-cluster.ts'
import { COMPILED, eventStoreUrl, type Service } from './services.ts'
import { StartError } from './start-error.ts'

/** What the launcher itself reads of the configuration; the services read and check the rest. */
export type Settings = {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  /** Where people reach it. */
  readonly url: string
  readonly split: boolean
  /** Less must not be free where data lies. */
  readonly minFreeBytes: number
}

/** @throws StartError */
export const readSettings = (env: NodeJS.ProcessEnv): Settings => {
  const port = Number(env.PORT || 8080)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new StartError(`PORT is ${env.PORT}: it must be a number from 1 to 65535.`)
  }
  if (!['', 'true', 'false', undefined].includes(env.SPLIT)) {
    throw new StartError(`SPLIT is ${env.SPLIT}: it must be true or false.`)
  }
  const minFreeMb = Number(env.MIN_FREE_MB || 500)
  if (!(minFreeMb >= 0)) throw new StartError(`MIN_FREE_MB is ${env.MIN_FREE_MB}: it must be a number.`)
  return {
    port,
    host: env.HOST || '127.0.0.1',
    dataDir: env.DATA_DIR || './var',
    url: env.PUBLIC_URL || `http://localhost:${port}`,
    split: env.SPLIT === 'true',
    minFreeBytes: minFreeMb * 1_000_000,
  }
}

/** Names of the ports that the stack uses on loopback; a service's own is for its health and metrics. */
export const portNames = [
  'postgres',
  'nats',
  'event-store',
  'command-api',
  'query-api',
  'client',
  'health-projectors',
  'health-workers',
  'health-command-api',
  'health-query-api',
  'health-gateway',
] as const

export type Ports = Readonly<Record<(typeof portNames)[number], number>>

export type Connections = {
  readonly env: NodeJS.ProcessEnv
  readonly settings: Settings
  readonly ports: Ports
  readonly secrets: Secrets
  /** Undefined where DATABASE_URL replaces it. */
  readonly cluster: Pick<Cluster, 'password'> | undefined
  /** Folders whose free space counts. */
  readonly storageDirs: readonly string[]
}

/** The environment of one service: what the user set, and the addresses and secrets of the embedded parts. */
export const serviceEnv = (service: Service, connections: Connections): NodeJS.ProcessEnv => {
  const { env, settings, ports, secrets, cluster, storageDirs } = connections
  const own: NodeJS.ProcessEnv = {
    DATA_DIR: settings.dataDir,
    STORAGE_DIRS: storageDirs.join(),
    INTERNAL_SECRET: env.INTERNAL_SECRET || secrets('internal'),
    EXIT_WITH_STDIN: 'true',
    NODE_COMPILE_CACHE: COMPILED,
    // glibc otherwise keeps an arena for each thread, and in each what was freed, up to 64 MB of it.
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '1048576',
    MALLOC_TRIM_THRESHOLD_: '1048576',
  }
  if (cluster) own.DATABASE_URL = postgresUrl(cluster.password, ports.postgres)
  if (!env.NATS_URL && service !== 'event-store') {
    // The gateway needs the rights of both APIs only while it holds them.
    const role = service === 'gateway' && settings.split ? 'query-api' : service
    own.NATS_URL = natsUrl(role, natsPasswords(secrets), ports.nats)
  }
  if (!env.EVENT_STORE_URL) {
    own.EVENT_STORE_URL = eventStoreUrl(ports['event-store'])
    own.EVENT_STORE_SECRET = secrets('event-store')
  }
  if (service === 'event-store') own.PORT = String(ports[service])
  else own.INTERNAL_PORT = String(ports[`health-${service}`])
  if (service === 'command-api' || service === 'query-api') {
    own.PORT = String(ports[service])
    own.HOST = '127.0.0.1'
  }
  if (service === 'gateway' && settings.split) {
    own.COMMAND_API_URL = `http://127.0.0.1:${ports['command-api']}`
    own.QUERY_API_URL = `http://127.0.0.1:${ports['query-api']}`
  }
  return { ...env, ...own }
}

export const natsPasswords =
  (secrets: Secrets) =>
  (role: NatsRole): string =>
    secrets(`nats ${role}`)
