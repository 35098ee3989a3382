import { existsSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { withSecretFiles } from '@lectern/platform/process/secret-files.ts'
import { openSecrets, readState } from './data-dir.ts'
import { holder } from './lock.ts'
import { homeOf, readPassword } from './postgres-cluster.ts'
import { type EnvOf, type Ports, readSettings, serviceEnv } from './settings.ts'
import { StartError } from './start-error.ts'

/**
 * The environment of a service in the stack on DATA_DIR, for a script beside it.
 * @throws StartError if the stack does not run, unless neither Postgres nor the event store is embedded
 */
const envBeside = (service: EnvOf, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const settings = readSettings(env)
  const isEnough = env.DATABASE_URL && env.EVENT_STORE_URL
  if (!existsSync(settings.dataDir) || !(isEnough || holder(settings.dataDir))) {
    throw new StartError(`No Lectern runs on ${resolve(settings.dataDir)}: start it with make start first.`)
  }
  const dataDir = realpathSync(settings.dataDir)
  const { ports, sharesDatabaseUser = false } = readState(dataDir)
  const { EXIT_WITH_STDIN, INTERNAL_PORT, ...rest } = serviceEnv(service, {
    env,
    settings: { ...settings, dataDir },
    ports: ports as Ports,
    secrets: openSecrets(dataDir),
    cluster:
      existsSync(join(homeOf(dataDir), 'password')) && !env.DATABASE_URL
        ? { password: readPassword(homeOf(dataDir)) }
        : undefined,
    storageDirs: [dataDir],
    sharesDatabaseUser: () => sharesDatabaseUser,
  })
  return rest
}

const [service, script = '', ...args] = process.argv.slice(2)
try {
  process.env = withSecretFiles(process.env)
  const env = envBeside(service as EnvOf, process.env)
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
// `node with-stack-env.ts <service> <script> [argument …]` becomes `node <script> [argument …]`.
process.argv = [process.execPath, resolve(script), ...args]
await import(pathToFileURL(resolve(script)).href)
