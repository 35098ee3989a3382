import type { DatabaseRole } from '@lectern/contracts/database-roles.ts'
import { SURROUNDINGS, settingsOf, variable } from '@lectern/platform/process/service-settings.ts'
import type { Secrets } from './data-dir.ts'
import { type DatabasePasswords, urlOfRole } from './database.ts'
import { type NatsRole, natsUrl } from './nats.ts'
import { type Cluster, postgresUrl } from './postgres-cluster.ts'
import { eventStoreUrl, NODE_ENVIRONMENT, outboxOf, type Service } from './services.ts'
import { StartError } from './start-error.ts'
import { stripeEnv } from './stripe-settings.ts'

/** The launcher's part of the configuration. Services read the rest. */
export type Settings = {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  /** The address for people. */
  readonly url: string
  /** Writes stop when the data's file system has less free space. */
  readonly minFreeBytes: number
}

/** @throws StartError */
export const readSettings = (env: NodeJS.ProcessEnv): Settings => {
  const port = Number(env.PORT || 8080)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new StartError(`PORT is ${env.PORT}: it must be a number from 1 to 65535.`)
  }
  const minFreeMb = Number(env.MIN_FREE_MB || 500)
  if (!(minFreeMb >= 0)) throw new StartError(`MIN_FREE_MB is ${env.MIN_FREE_MB}: it must be a number.`)
  return {
    port,
    host: env.HOST || '127.0.0.1',
    dataDir: env.DATA_DIR || './var',
    url: env.PUBLIC_URL || `http://localhost:${port}`,
    minFreeBytes: minFreeMb * 1_000_000,
  }
}

/** Names of the stack's loopback ports. `health-` ports serve health and metrics of a service. */
export const portNames = [
  'postgres',
  'nats',
  'event-store',
  'client',
  'stripe',
  'health-projectors',
  'health-workers',
  'health-gateway',
] as const

export type Ports = Readonly<Record<(typeof portNames)[number], number>>

export type Connections = {
  readonly env: NodeJS.ProcessEnv
  readonly settings: Settings
  readonly ports: Ports
  readonly secrets: Secrets
  /** Undefined if DATABASE_URL is set. */
  readonly cluster: Pick<Cluster, 'password'> | undefined
  /** Folders whose free space is watched. */
  readonly storageDirs: readonly string[]
  /** Whether all services log in as the user of DATABASE_URL, who may not make others. */
  readonly sharesDatabaseUser: () => boolean
}

/** The url of the database's owner, who makes the users of services. */
export const ownersDatabaseUrl = ({ env, ports, cluster }: Connections): string =>
  cluster ? postgresUrl(cluster.password, ports.postgres) : (env.DATABASE_URL ?? '')

/** `backup` stands for all programs that take backups and put them back. */
export type EnvOf = Service | 'backup'

/** The environment of a service: the settings that it reads, from the user or with the addresses and secrets of embedded parts. */
export const serviceEnv = (service: EnvOf, connections: Connections): NodeJS.ProcessEnv => {
  const { env, settings, ports, secrets, storageDirs } = connections
  const all: NodeJS.ProcessEnv = {
    ...env,
    ...stripeEnv(connections),
    DATABASE_URL: databaseUrl(service, connections),
    NATS_URL: env.NATS_URL || natsUrlOf(service, connections),
    INTERNAL_SECRET: env.INTERNAL_SECRET || secrets('internal'),
    STORAGE_DIRS: storageDirs.join(),
    OUTBOX_DIR: outboxOf(settings.dataDir),
    EXIT_WITH_STDIN: 'true',
    // The launcher asks there.
    INTERNAL_HOST: '',
  }
  if (!env.EVENT_STORE_URL) {
    all.EVENT_STORE_URL = eventStoreUrl(ports['event-store'])
    all.EVENT_STORE_SECRET = secrets(service === 'exporter' ? 'event-store reader' : 'event-store')
    all.EVENT_STORE_READ_SECRET = secrets('event-store reader')
  }
  if (service === 'event-store') all.PORT = String(ports[service])
  else if (service !== 'exporter' && service !== 'backup')
    all.INTERNAL_PORT = String(ports[`health-${service}`])
  if (service === 'gateway') {
    const exporter = serviceEnv('exporter', connections)
    all.EXPORTER_DATABASE_URL ||= exporter.DATABASE_URL
    all.EXPORTER_EVENT_STORE_URL ||= exporter.EVENT_STORE_URL
    all.EXPORTER_EVENT_STORE_SECRET ||= exporter.EVENT_STORE_SECRET
  }
  const isRead = (name: string) => SURROUNDINGS.test(name) || variablesOf(service).includes(name)
  return {
    ...Object.fromEntries(Object.entries(all).filter(([name]) => isRead(name))),
    ...NODE_ENVIRONMENT,
  }
}

const variablesOf = (service: EnvOf): string[] =>
  service === 'event-store'
    ? ['DATABASE_URL', 'EVENT_STORE_SECRET', 'EVENT_STORE_READ_SECRET', 'PORT', 'EXIT_WITH_STDIN']
    : settingsOf[service].map(variable)

const databaseUrl = (service: EnvOf, connections: Connections): string => {
  const url = ownersDatabaseUrl(connections)
  if (service === 'backup' || connections.sharesDatabaseUser()) return url
  return urlOfRole(url, service, databasePassword(connections.secrets, service))
}

const databasePassword = (secrets: Secrets, role: DatabaseRole): string => secrets(`postgres ${role}`)

export const databasePasswords =
  (secrets: Secrets): DatabasePasswords =>
  role =>
    databasePassword(secrets, role)

const natsUrlOf = (service: EnvOf, { secrets, ports }: Connections): string | undefined => {
  if (service === 'event-store' || service === 'exporter' || service === 'backup') return undefined
  return natsUrl(service, natsPasswords(secrets), ports.nats)
}

export const natsPasswords =
  (secrets: Secrets) =>
  (role: NatsRole): string =>
    secrets(`nats ${role}`)
