import { setTimeout as wait } from 'node:timers/promises'
import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import type pg from 'pg'
import type { ApiRequest } from '../world/api-client.ts'
import { PASSWORD, type User } from '../world/users.ts'

const ROUND_MS = 1_000
/** Milliseconds between two looks at the rows in Postgres. Asking the API would add load. */
const LOOK_MS = 50
/** Time that workers have to read the last pages after the end. */
const GRACE_MS = 10_000
/** Rounds between two logins. */
const LOGIN_EVERY = 4

/** The latencies of one person's requests in ms, and the errors. */
export type Seen = {
  readonly save: number[]
  readonly list: number[]
  readonly search: number[]
  readonly login: number[]
  /** Time from the answer to a save until its article is ready. */
  readonly read: number[]
  /** Refused requests, broken connections, and pages that were never read. */
  readonly errors: string[]
}

/** Runs a well-behaved account that saves, lists and searches once a second and signs in again at times. */
export const livesFor = async (
  user: User,
  { site, pool, seconds, tag }: { site: string; pool: pg.Pool; seconds: number; tag: string },
): Promise<Seen> => {
  const seen: Seen = { save: [], list: [], search: [], login: [], read: [], errors: [] }
  const saved = new Map<string, number>()
  const ended = new AbortController()
  const looking = look(pool, saved, seen, ended.signal)

  const timed = async (request: ApiRequest, into: number[]): Promise<boolean> => {
    const began = performance.now()
    const answer = await user.api.ask(request).catch(error => ({ status: String(error), body: '' }))
    into.push(performance.now() - began)
    if (typeof answer.status === 'number' && answer.status < 300) return true
    seen.errors.push(`${request.method} ${request.path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return false
  }

  const end = performance.now() + seconds * 1_000
  for (let n = 0; performance.now() < end; n++) {
    const next = performance.now() + ROUND_MS
    const url = `${site}/${tag}/${n}`
    const body = { url, title: `Page ${n} of ${tag}` }
    if (await timed({ method: 'POST', path: '/api/links', body }, seen.save))
      saved.set(articleIdOf(url), performance.now())
    await timed({ method: 'GET', path: '/api/links?limit=50' }, seen.list)
    await timed({ method: 'GET', path: `/api/links?limit=50&q=${tag}` }, seen.search)
    if (n % LOGIN_EVERY === 0) {
      const login = { email: user.email, password: PASSWORD }
      await timed({ method: 'POST', path: '/api/login', body: login }, seen.login)
    }
    await wait(Math.max(0, next - performance.now()))
  }
  const patience = performance.now() + GRACE_MS
  while (saved.size > 0 && performance.now() < patience) await wait(LOOK_MS)
  seen.errors.push(...[...saved.keys()].map(id => `article ${id} was not read`))
  ended.abort()
  await looking
  return seen
}

/** Records when the articles of saved links are ready. */
const look = async (
  pool: pg.Pool,
  saved: Map<string, number>,
  { read, errors }: Seen,
  signal: AbortSignal,
): Promise<void> => {
  const schema = await currentReadSchema(pool)
  while (!signal.aborted) {
    await wait(LOOK_MS)
    if (saved.size === 0) continue
    const { rows } = await pool.query<{ id: string; status: string }>(
      `SELECT encode(article_id, 'hex') AS id, status FROM ${schema}.articles
       WHERE status <> 'pending' AND article_id = ANY (SELECT decode(id, 'hex') FROM unnest($1::text[]) AS id)`,
      [[...saved.keys()]],
    )
    for (const { id, status } of rows) {
      read.push(performance.now() - (saved.get(id) ?? 0))
      saved.delete(id)
      if (status !== 'ready') errors.push(`article ${id} is ${status}`)
    }
  }
}
