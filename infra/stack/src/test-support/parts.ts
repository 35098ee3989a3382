import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseRole } from '@lectern/contracts/database-roles.ts'
import pg from 'pg'
import { beforeAll, inject } from 'vitest'
import { urlOfRole } from '../database.ts'
import { type NatsRole, natsServer, natsUrl, STOP_NATS, writeNatsConfig } from '../nats.ts'
import { freePort } from '../ports.ts'
import { prepareDatabase } from '../prepare-database.ts'
import { accepts, natsHasJetStream, until } from '../probes.ts'
import { eventStoreUrl, main } from '../services.ts'
import { spawnInRun, stopChild } from '../test-run.ts'
import { createDatabaseIn, passwordOf } from './databases.ts'
import type {} from './integration-setup.ts'

/** Parts of the stack. Needs integration-setup.ts as the project's globalSetup. */
export type TestParts = {
  /** The superuser's url. */
  readonly databaseUrl: string
  readonly natsUrl: (role: NatsRole) => string
  readonly eventStoreUrl: string
  readonly eventStoreSecret: string
  /** It allows reads alone. */
  readonly eventStoreReadSecret: string
  readonly internalSecret: string
  /** A folder for the files of the parts. */
  readonly dataDir: string
  /** All settings, with one service's users of the database and of NATS. */
  readonly env: (role: NatsRole) => Record<string, string>
  /** Kills the event store and starts it again on its port. */
  readonly crashEventStore: () => Promise<void>
  /** Kills NATS and starts it again on its port. */
  readonly crashNats: () => Promise<void>
  /** Runs a service's main file beside the parts and with their settings. `stop` ends it. */
  readonly run: (service: 'projectors' | 'gateway', env?: Record<string, string>) => ChildProcess
  readonly stop: () => Promise<void>
}

/** The result of `start`, for the hooks and tests of a file. It is empty before the hooks run and stopped after the last test. */
export const duringTests = <T extends { readonly stop: () => Promise<void> }>(start: () => Promise<T>): T => {
  const started = {} as T
  beforeAll(async () => {
    Object.assign(started, await start())
    return started.stop
  })
  return started
}

const share = (start: () => Promise<TestParts>) => {
  let shared: Promise<TestParts> | undefined
  return async (): Promise<TestParts> => {
    shared ??= start()
    return { ...(await shared), stop: async () => {} }
  }
}

/** Parts for one test file: one that kills parts, reads the whole log, or counts what is there. */
export const startOwnParts = async (): Promise<TestParts> => {
  const databaseUrl = await createDatabase(inject('testRun').migrated)
  await prepareDatabase(databaseUrl, passwordOf)
  const urlOf = (role: DatabaseRole) => urlOfRole(databaseUrl, role, passwordOf(role))
  let [nats, store] = await Promise.all([startNats(), startEventStore(urlOf('event-store'))])
  const internalSecret = randomBytes(32).toString('hex')
  const dataDir = mkdtempSync(join(inject('testRun').folder, 'data-'))
  const children: ChildProcess[] = []
  const env: TestParts['env'] = role => ({
    DATABASE_URL: urlOf(role),
    NATS_URL: nats.url(role),
    EVENT_STORE_URL: store.url,
    EVENT_STORE_SECRET: store.secret,
    EXPORTER_DATABASE_URL: urlOf('exporter'),
    EXPORTER_EVENT_STORE_SECRET: store.readSecret,
    INTERNAL_SECRET: internalSecret,
    DATA_DIR: dataDir,
    OUTBOX_DIR: join(dataDir, 'outbox'),
    LOG_LEVEL: 'error',
  })
  return {
    databaseUrl,
    natsUrl: nats.url,
    eventStoreUrl: store.url,
    eventStoreSecret: store.secret,
    eventStoreReadSecret: store.readSecret,
    internalSecret,
    dataDir,
    env,
    crashEventStore: async () => {
      await store.crash()
      store = await startEventStore(urlOf('event-store'), store)
    },
    crashNats: async () => {
      await nats.crash()
      nats = await startNats(nats)
    },
    run: (service, more = {}) => {
      const settings = { ...process.env, ...env(service), EXIT_WITH_STDIN: 'true', ...more }
      const child = spawnInRun(inject('testRun').folder, process.execPath, [main(service)], { env: settings })
      children.push(child)
      return child
    },
    stop: async () => {
      for (const child of children) child.kill('SIGCONT')
      await Promise.all(children.map(child => stopChild(child, [['SIGKILL', 5_000]])))
      await Promise.all([nats.stop(), store.stop()])
    },
  }
}

/**
 * A database, a NATS and an event store that all test files of a worker use, one after another. Tests there have libraries and
 * accounts of their own. The run's end stops the parts.
 */
export const startParts = share(startOwnParts)

/** Shared parts for files whose reads need projectors, which would have to read what the other files append. */
export const startReadParts = share(startOwnParts)

/** Returns the url of a new database. @param template url of a database to copy, which must have no connections */
export const createDatabase = (template?: string): Promise<string> =>
  createDatabaseIn(inject('testRun').postgresUrl, template)

/** Returns the url of a new database for its owner, a new user with these attributes. */
export const createDatabaseOf = async (attributes: 'CREATEROLE' | ''): Promise<string> => {
  const superusers = await createDatabase()
  const url = new URL(superusers)
  const user = `user_${randomBytes(8).toString('hex')}`
  const client = new pg.Client(superusers)
  await client.connect()
  try {
    await client.query(`CREATE ROLE ${user} LOGIN ${attributes} PASSWORD 'password'`)
    await client.query(`ALTER DATABASE ${url.pathname.slice(1)} OWNER TO ${user}`)
  } finally {
    await client.end()
  }
  return Object.assign(url, { username: user, password: 'password' }).href
}

export type TestNats = {
  readonly url: (role: NatsRole) => string
  readonly port: number
  readonly folder: string
  readonly pid: number
  /** Ends it with SIGKILL. */
  readonly crash: () => Promise<void>
  readonly stop: () => Promise<void>
}

/**
 * An empty nats-server with the stack's users and permissions.
 * @param again the port and folder of an earlier one, to restart it after a crash
 */
export const startNats = async (again?: Pick<TestNats, 'port' | 'folder'>): Promise<TestNats> => {
  const run = inject('testRun')
  const port = again?.port ?? (await freePort())
  const folder = again?.folder ?? mkdtempSync(join(run.folder, 'nats-'))
  const config = writeNatsConfig(folder, port, role => `${role}-password`)
  const child = spawnInRun(run.folder, natsServer(), ['-c', config], { stdio: 'ignore' })
  await until('nats-server', () => natsHasJetStream(port))
  return {
    url: role => natsUrl(role, name => `${name}-password`, port),
    port,
    folder,
    pid: child.pid as number,
    crash: () => stopChild(child, [['SIGKILL', 5_000]]),
    stop: () => stopChild(child, STOP_NATS),
  }
}

export type TestEventStore = {
  readonly url: string
  readonly secret: string
  readonly readSecret: string
  readonly port: number
  readonly pid: number
  /** Ends it with SIGKILL. */
  readonly crash: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** An event store over `databaseUrl`. @param again the port and secrets of an earlier one, to restart it after a crash */
export const startEventStore = async (
  databaseUrl: string,
  again?: Pick<TestEventStore, 'port' | 'secret' | 'readSecret'>,
): Promise<TestEventStore> => {
  const port = again?.port ?? (await freePort())
  const newSecret = () => randomBytes(32).toString('hex')
  const { secret, readSecret } = again ?? { secret: newSecret(), readSecret: newSecret() }
  const child = spawnInRun(inject('testRun').folder, process.execPath, [main('event-store')], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      EVENT_STORE_SECRET: secret,
      EVENT_STORE_READ_SECRET: readSecret,
      PORT: String(port),
      EXIT_WITH_STDIN: 'true',
    },
  })
  await until('The event store', () => accepts(port))
  return {
    url: eventStoreUrl(port),
    ...{ secret, readSecret },
    port,
    pid: child.pid as number,
    crash: () => stopChild(child, [['SIGKILL', 5_000]]),
    stop: () =>
      stopChild(child, [
        ['SIGTERM', 5_000],
        ['SIGKILL', 1_000],
      ]),
  }
}
