import { join } from 'node:path'
import { builtClient } from './client.ts'
import { serviceFlags } from './confinement.ts'
import { type DatabaseOptions, preparedDatabase } from './database-part.ts'
import { natsServer, STOP_NATS, writeNatsConfig } from './nats.ts'
import { type Cluster, postgresArgs, STOP_POSTGRES, SUPERUSER, stopLeftovers } from './postgres-cluster.ts'
import { accepts, answersOk, natsHasJetStream, postgresAsksForPassword } from './probes.ts'
import type { Step } from './process-id.ts'
import { parallel, type Resource, sequence, together } from './resource.ts'
import { main, nodeFlags, ROOT, type Service } from './services.ts'
import { natsPasswords, serviceEnv } from './settings.ts'
import { usesStripeStandIn } from './stripe-settings.ts'
import { stripeStandIn } from './stripe-stand-in.ts'
import { supervised } from './supervised.ts'

/** A stop may take 10 s in all, including STOP_POSTGRES or STOP_NATS. */
const STOP_FRONT: readonly Step[] = [
  ['SIGTERM', 4_000],
  ['SIGKILL', 500],
]
const STOP_BACK: readonly Step[] = [
  ['SIGTERM', 1_500],
  ['SIGKILL', 500],
]

/** The gateway starts the exporter. */
type Standing = Exclude<Service, 'exporter'>

/** Services that end before those that they ask. */
const FRONT: ReadonlySet<Service> = new Set(['gateway', 'workers'])

export type StackOptions = DatabaseOptions & {
  readonly cluster: Cluster | undefined
  /** Restart services when their files change. */
  readonly watch: boolean
}

/** All parts that `make start` runs, in the order of their dependencies. */
export const theStack = (options: StackOptions): Resource => {
  const { env, supervisor } = options
  const stripe = usesStripeStandIn(env) ? [stripeStandIn(options)] : []
  return sequence(
    parallel(
      options.watch ? watchedClient(options) : builtClient(supervisor.logs, supervisor.say),
      ...stripe,
      theStores(options),
    ),
    // Each service makes its own tables and waits for the tables of others that it reads.
    together(
      service('projectors', options),
      parallel(service('gateway', options), service('workers', options)),
    ),
    ...(env.BACKUP_TO ? [backupKeeper(options)] : []),
  )
}

/** What the services stand on. */
export const theStores = (options: StackOptions): Resource => {
  const { env, cluster } = options
  const postgresPart = cluster ? [postgres(cluster, options)] : []
  const natsPart = env.NATS_URL ? [] : [nats(options)]
  const store: Standing[] = env.EVENT_STORE_URL ? [] : ['event-store']
  return sequence(
    parallel(sequence(...postgresPart, preparedDatabase(options)), ...natsPart),
    ...store.map(name => service(name, options)),
  )
}

const postgres = (cluster: Cluster, { ports, supervisor }: StackOptions): Resource =>
  supervised(
    {
      name: 'postgres',
      command: async () => {
        await stopLeftovers(cluster)
        return {
          file: join(cluster.binaries, 'bin', 'postgres'),
          args: postgresArgs(cluster, ports.postgres),
          cwd: '/',
          user: cluster.user,
        }
      },
      healthy: () => postgresAsksForPassword(ports.postgres, SUPERUSER),
      stop: STOP_POSTGRES,
    },
    supervisor,
  )

const nats = ({ settings, ports, secrets, supervisor }: StackOptions): Resource => {
  const file = natsServer()
  const config = writeNatsConfig(join(settings.dataDir, 'nats'), ports.nats, natsPasswords(secrets))
  return supervised(
    {
      name: 'nats',
      command: () => ({ file, args: ['-c', config], cwd: '/', env: { ...process.env, GOMEMLIMIT: '96MiB' } }),
      healthy: () => natsHasJetStream(ports.nats),
      stop: STOP_NATS,
    },
    supervisor,
  )
}

/** Vite's server, which proxies API calls to the gateway. */
const watchedClient = ({ settings, ports, supervisor }: StackOptions): Resource =>
  supervised(
    {
      name: 'client',
      command: () => ({
        file: process.execPath,
        args: [`${ROOT}node_modules/vite/bin/vite.js`, '--port', String(ports.client), '--strictPort'],
        cwd: `${ROOT}frontend`,
        env: { ...process.env, API_URL: `http://127.0.0.1:${settings.port}` },
      }),
      healthy: () => accepts(ports.client),
      stop: STOP_BACK,
    },
    supervisor,
  )

export const service = (name: Standing, options: StackOptions): Resource => {
  const { ports, supervisor, watch } = options
  // --watch reads all changed files and starts processes, which the permission model forbids.
  const flags = watch ? ['--watch', ...nodeFlags(name)] : serviceFlags(name)
  return supervised(
    {
      name,
      command: () => ({
        file: process.execPath,
        args: [...flags, main(name)],
        cwd: ROOT,
        env: serviceEnv(name, options),
      }),
      healthy: () =>
        name === 'event-store' ? accepts(ports[name]) : answersOk(ports[`health-${name}`], '/readyz'),
      stop: FRONT.has(name) ? STOP_FRONT : STOP_BACK,
    },
    supervisor,
  )
}

/** Takes backups and tries them, at their times. */
const backupKeeper = (options: StackOptions): Resource =>
  supervised(
    {
      name: 'backups',
      command: () => ({
        file: process.execPath,
        args: [`${ROOT}infra/stack/src/backups/keeper-main.ts`],
        cwd: ROOT,
        env: serviceEnv('backup', options),
      }),
      healthy: async () => true,
      stop: STOP_FRONT,
    },
    options.supervisor,
  )
