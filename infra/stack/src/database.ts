import { type DatabaseRole, databaseRoles, databaseUser } from '@lectern/contracts/database-roles.ts'
import { passwordVariable } from '@lectern/platform/process/secret-files.ts'

/** Exit status of prepare-database.ts if the user of DATABASE_URL may not make others. All services then share that user. */
export const SHARED = 3

/** Passwords of the roles that services log in as. A role without a password cannot. */
export type DatabasePasswords = (role: DatabaseRole) => string | undefined

export const passwordsIn =
  (env: NodeJS.ProcessEnv): DatabasePasswords =>
  role =>
    env[passwordVariable(role)] || undefined

export const passwordEnv = (passwords: DatabasePasswords): NodeJS.ProcessEnv =>
  Object.fromEntries(
    (Object.keys(databaseRoles) as DatabaseRole[]).map(role => [passwordVariable(role), passwords(role)]),
  )

/** The url with the user of a role in place of its own. */
export const urlOfRole = (given: string, role: DatabaseRole, password: string): string => {
  const url = new URL(given)
  // Without a database name Postgres uses the user's name.
  const database =
    url.pathname.length > 1 ? url.pathname.slice(1) : (url.searchParams.get('user') ?? url.username)
  // These parameters would override the user and password before the host.
  for (const name of ['user', 'password']) url.searchParams.delete(name)
  const user = encodeURIComponent(databaseUser(decodeURIComponent(database), role))
  return Object.assign(url, { pathname: `/${database}`, username: user, password }).href
}
