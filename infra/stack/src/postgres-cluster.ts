import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { can, type OsUser, postgresUser } from './os-user.ts'
import { copyBinaries, packagedBinaries } from './postgres-binaries.ts'
import { end, identify } from './process-id.ts'
import { StartError } from './start-error.ts'

/** The folder of one Postgres. It has `data`, the password and, if the user cannot reach the packaged binaries, a copy of them. */
export type Cluster = {
  readonly data: string
  readonly binaries: string
  readonly password: string
  /** The user that runs Postgres. Undefined is the current user. */
  readonly user: OsUser | undefined
}

export const SUPERUSER = 'lectern'
const SHARED_HOME = '/var/lib/lectern'

/**
 * Opens the cluster of a data directory, or makes it. The cluster is in the data directory. If the launcher runs as root and
 * the user postgres cannot reach the data directory or the binaries, the cluster is in /var/lib/lectern/<id>, and the data
 * directory keeps the id.
 * @throws StartError
 */
export const openCluster = (dataDir: string): Cluster => {
  const packaged = packagedBinaries()
  const user = process.getuid?.() === 0 ? postgresUser() : undefined
  const inside = join(dataDir, 'postgres')
  const idFile = join(dataDir, 'postgres.id')

  if (existsSync(idFile)) {
    const home = homeOf(dataDir)
    if (!existsSync(join(home, 'data'))) {
      throw new StartError(
        `The database of ${dataDir} is missing: put ${home} back, or remove ${idFile} to start empty.`,
      )
    }
    return openHome(home, copyBinaries(packaged, home).root, user)
  }

  const reaches =
    can(user, join(packaged.root, 'bin', 'postgres'), ['--version']) && can(user, 'test', ['-x', dataDir])
  if (user === undefined || reaches) return openHome(inside, packaged.root, user)
  if (existsSync(join(inside, 'data'))) {
    throw new StartError(
      `The user postgres cannot reach ${inside} any more: let it pass through the folders above.`,
    )
  }

  const id = randomUUID()
  const home = join(SHARED_HOME, id)
  mkdirSync(home, { recursive: true })
  const cluster = openHome(home, copyBinaries(packaged, home).root, user)
  writeFileSync(idFile, `${id}\n`)
  return cluster
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The folder of a data directory's cluster. @throws StartError where the id of one elsewhere is damaged */
export const homeOf = (dataDir: string): string => {
  const idFile = join(dataDir, 'postgres.id')
  if (!existsSync(idFile)) return join(dataDir, 'postgres')
  const id = readFileSync(idFile, 'utf8').trim()
  // An empty one would name the folder of all clusters, which a drill would remove.
  if (!ID.test(id)) throw new StartError(`${idFile} has no id of a database any more: put it back.`)
  return join(SHARED_HOME, id)
}

export const readPassword = (home: string): string => readFileSync(join(home, 'password'), 'utf8')

const openHome = (home: string, binaries: string, user: OsUser | undefined): Cluster => {
  mkdirSync(home, { recursive: true })
  chmodSync(home, 0o711)
  const secretFile = join(home, 'password')
  const data = join(home, 'data')
  if (!existsSync(data)) {
    writeFileSync(secretFile, randomBytes(32).toString('hex'), { mode: 0o600 })
    create(home, data, secretFile, binaries, user)
  }
  return { data, binaries, user, password: readPassword(home) }
}

/** Makes the cluster under another name and renames it, so that a start never finds a half-made cluster. */
const create = (
  home: string,
  data: string,
  secretFile: string,
  binaries: string,
  user: OsUser | undefined,
) => {
  const unfinished = join(home, 'data.unfinished')
  const passwordCopy = join(unfinished, 'password')
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  writeFileSync(passwordCopy, readFileSync(secretFile), { mode: 0o600 })
  if (user) for (const path of [unfinished, passwordCopy]) chownSync(path, user.uid, user.gid)

  const fresh = join(unfinished, 'data')
  const run = (program: string, args: string[], input = '') => {
    const options = {
      ...user,
      cwd: '/',
      input,
      stdio: ['pipe', 'ignore', 'pipe'] as const,
      encoding: 'utf8' as const,
    }
    try {
      execFileSync(join(binaries, 'bin', program), args, { ...options, stdio: [...options.stdio] })
    } catch (error) {
      const reason = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1) ?? String(error)
      throw new StartError(`Postgres could not make its data folder ${data}: ${reason}`)
    }
  }
  run('initdb', [
    ...['-D', fresh, '-U', SUPERUSER, `--pwfile=${passwordCopy}`, '--auth=scram-sha-256'],
    ...[
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
    ],
  ])
  run('postgres', ['--single', '-D', fresh, 'postgres'], `CREATE DATABASE ${SUPERUSER};\n`)
  renameSync(fresh, data)
  rmSync(unfinished, { recursive: true })
}

/** Fast shutdown, then immediate shutdown, which needs a recovery but loses no commit. */
export const STOP_POSTGRES = [
  ['SIGINT', 3_000],
  ['SIGQUIT', 2_000],
  ['SIGKILL', 1_000],
] as const

/**
 * Stops processes that a killed launcher or server left on this data folder. Removes its postmaster.pid, which would keep a
 * new server from starting if another process has that pid by now.
 */
export const stopLeftovers = async (cluster: Cluster): Promise<void> => {
  const pidFile = join(cluster.data, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const postmaster = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
  const own = processesIn(cluster.data)
  // The server goes first, since its backends end with it.
  for (const pid of own.toSorted((a, b) => Number(b === postmaster) - Number(a === postmaster))) {
    const id = identify(pid)
    if (id && !(await end(id, STOP_POSTGRES))) {
      throw new StartError(`Process ${pid} still uses ${cluster.data} and cannot be stopped.`)
    }
  }
  rmSync(pidFile, { force: true })
}

/** All processes of a server have the data folder as working directory. */
const processesIn = (data: string): number[] => {
  if (process.platform !== 'linux') {
    const all = execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' }).split('\n')
    return all.filter(line => line.includes(`-D ${data}`)).map(line => Number.parseInt(line, 10))
  }
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === data
      } catch {
        return false
      }
    })
    .map(Number)
}

/** Settings for two shared cores and a few hundred megabytes. `extra` overrides them. */
export const postgresArgs = (cluster: Cluster, port: number, extra: readonly string[] = []): string[] => {
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=70',
    'shared_buffers=160MB',
    // A bulk edit writes 60 MB of WAL. With small buffers it waits for the disk at each commit of others.
    'wal_buffers=32MB',
    'effective_cache_size=1GB',
    'work_mem=8MB',
    'maintenance_work_mem=64MB',
    'io_method=sync',
    'max_parallel_workers_per_gather=0',
    'jit=off',
    'random_page_cost=1.1',
    // No replica reads the WAL. Its size allows a recovery within 30 s.
    'wal_level=minimal',
    'max_wal_senders=0',
    'max_wal_size=512MB',
    'autovacuum_max_workers=2',
    // The next bulk edit reuses the space of dead rows of the last one.
    'autovacuum_naptime=10s',
    'client_connection_check_interval=2s',
    // Statements contain people's texts, so logs have only the errors.
    'log_min_error_statement=panic',
    'log_checkpoints=off',
    ...extra,
  ]
  return ['-D', cluster.data, ...settings.flatMap(setting => ['-c', setting])]
}

export const postgresUrl = (password: string, port: number, database: string = SUPERUSER): string =>
  `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`
