import { execFileSync, spawnSync } from 'node:child_process'
import { StartError } from './start-error.ts'

/** A user of the operating system that runs a program. */
export type OsUser = { readonly uid: number; readonly gid: number }

/** Whether the command succeeds as that user. Undefined is the current user. */
export const can = (user: OsUser | undefined, command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { ...user, cwd: '/', stdio: 'ignore' }).status === 0

/** The user postgres, made if missing, since Postgres refuses to run as root. @throws StartError */
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
