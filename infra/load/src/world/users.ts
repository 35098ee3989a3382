import type { Link } from '@lectern/contracts/api/links.ts'
import { until } from '@lectern/stack/probes.ts'
import type pg from 'pg'
import { type ApiClient, type ApiRequest, createApiClient } from './api-client.ts'

export type User = {
  readonly email: string
  readonly libraryId: string
  readonly api: ApiClient
}

export const PASSWORD = 'a long passphrase for benches'

/** Signs people up through the API, a few at once because each needs a password hash. `prefix` makes their names unique. */
export const signUp = async (
  { port, pool, prefix, address }: { port: number; pool: pg.Pool; prefix: string; address?: string },
  count: number,
): Promise<User[]> => {
  const users: User[] = []
  const waiting = Array.from({ length: count }, (_, n) => `${prefix}-${n}`)
  const work = async () => {
    for (let username = waiting.pop(); username !== undefined; username = waiting.pop())
      users.push(await signUpOne(createApiClient(port, address), pool, username))
  }
  await Promise.all(Array.from({ length: 4 }, work))
  return users
}

const signUpOne = async (api: ApiClient, pool: pg.Pool, username: string): Promise<User> => {
  const email = `${username}@bench.example`
  await succeed(api, { method: 'POST', path: '/api/signup', body: { email, username, password: PASSWORD } })
  await succeed(api, { method: 'GET', path: '/api/user' })
  const { rows } = await pool.query('SELECT library_id FROM identity.users WHERE email_key = $1', [email])
  return { email, api, libraryId: rows[0].library_id }
}

/** The body of a 2xx. @throws Error for any other answer */
export const succeed = async <Body>(api: ApiClient, request: ApiRequest): Promise<Body> => {
  const { status, body } = await api.ask(request)
  if (status >= 200 && status < 300) return body as Body
  throw new Error(`${request.method} ${request.path}: ${status} ${JSON.stringify(body)}`)
}

export const saveLink = (user: User, url: string, title = `An article about ${url}`): Promise<Link> =>
  succeed(user.api, { method: 'POST', path: '/api/links', body: { url, title } })

/** Loads these libraries into command-api's memory by one save each. A large one may take a while or get a 503 first. */
export const fold = async (users: readonly User[], site: string): Promise<void> => {
  for (const user of users) {
    const save = () => saveLink(user, `${site}/first/${Date.now()}`).then(Boolean, () => false)
    await until('A first save', save, 60_000)
  }
}
