import { execFileSync, spawnSync } from 'node:child_process'
import { StartError } from './start-error.ts'

/** An operating system user to run a program as. */
export type OsUser = { readonly uid: number; readonly gid: number }

/** Does the command end well as that user (undefined: ourselves)? */
export const can = (user: OsUser | undefined, command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { ...user, cwd: '/', stdio: 'ignore' }).status === 0

/** Postgres refuses to run as root: its customary user, made where it is missing. @throws StartError */
export const postgresUser = (): OsUser => {
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    if (!can(undefined, 'id', ['postgres'])) {
      execFileSync('useradd', ['--system', '--user-group', '--shell', '/usr/sbin/nologin', 'postgres'])
    }
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    throw new StartError(
      'Postgres cannot run as root and the user postgres cannot be made: start as another user.',
    )
  }
}
