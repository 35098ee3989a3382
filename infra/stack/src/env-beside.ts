import { existsSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openSecrets, readState } from './data-dir.ts'
import { holder } from './lock.ts'
import { homeOf, readPassword } from './postgres-cluster.ts'
import { type EnvOf, type Ports, readSettings, serviceEnv } from './settings.ts'
import { StartError } from './start-error.ts'

/**
 * The environment of a service in the stack on DATA_DIR, for a script beside it.
 * @throws StartError if the stack does not run, unless neither Postgres nor the event store is embedded
 */
export const envBeside = (service: EnvOf, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
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
