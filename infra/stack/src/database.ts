import { type DatabaseRole, databaseRoles, databaseUser } from '@lectern/contracts/database-roles.ts'

/** The exit status of prepare-database.ts that says that services must share the user of DATABASE_URL: it may make no other. */
export const SHARED = 3

/** Passwords of the roles that services log in as; a role without one only holds rights for others. */
export type DatabasePasswords = (role: DatabaseRole) => string | undefined

/** How prepare-database.ts is told passwords. */
const variableOf = (role: DatabaseRole): string => `${role.replaceAll('-', '_').toUpperCase()}_PASSWORD`

export const passwordsIn =
  (env: NodeJS.ProcessEnv): DatabasePasswords =>
  role =>
    env[variableOf(role)] || undefined

export const passwordEnv = (passwords: DatabasePasswords): NodeJS.ProcessEnv =>
  Object.fromEntries(
    (Object.keys(databaseRoles) as DatabaseRole[]).map(role => [variableOf(role), passwords(role)]),
  )

/** The database of a url as one role's user reaches it. */
export const urlOfRole = (given: string, role: DatabaseRole, password: string): string => {
  const url = new URL(given)
  // Postgres takes the user's name where the url names no database.
  const database =
    url.pathname.length > 1 ? url.pathname.slice(1) : (url.searchParams.get('user') ?? url.username)
  // Parameters would win over what stands before the host.
  for (const name of ['user', 'password']) url.searchParams.delete(name)
  const user = encodeURIComponent(databaseUser(decodeURIComponent(database), role))
  return Object.assign(url, { pathname: `/${database}`, username: user, password }).href
}
