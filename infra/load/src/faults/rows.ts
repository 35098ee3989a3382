import type { ApiAnswer, ApiClient, ApiRequest } from '../world/api-client.ts'
import type { User } from '../world/users.ts'
import { objectionsTo } from './savers.ts'

/**
 * The answer to a request while a process is stopped. `ok`: the usual answer. `503`: a 503, or the usual answer where it is
 * in memory. `none`: no answer, so that the client times out.
 */
type While = 'ok' | '503' | 'none'

export type Row = { readonly process: string; readonly reads: While; readonly writes: While }

/** The rows of the fault matrix, with the answers expected in its SIGSTOP column. */
export const ROWS: readonly Row[] = [
  { process: 'gateway', reads: 'none', writes: 'none' },
  { process: 'projectors', reads: 'ok', writes: 'ok' },
  { process: 'workers', reads: 'ok', writes: 'ok' },
  { process: 'postgres', reads: '503', writes: '503' },
  { process: 'nats', reads: 'ok', writes: 'ok' },
  { process: 'event-store', reads: 'ok', writes: '503' },
]

/** Longer than every time-out of the gateway and the services, shorter than the 30 s that a process is stopped. */
const CLIENT_MS = 15_000

/** Reads and writes once while a process is stopped. @returns the answers that differ from the row */
export const observe = async ({ reads, writes }: Row, user: User, site: string): Promise<string[]> => {
  const list: ApiRequest = { method: 'GET', path: '/api/links?limit=50', timeout: CLIENT_MS }
  const save: ApiRequest = {
    method: 'POST',
    path: '/api/links',
    body: { url: `${site}/frozen/${Date.now()}`, title: 'Saved while a part stood still' },
    timeout: CLIENT_MS,
  }
  const found = await Promise.all([expectOf(user.api, list, reads), expectOf(user.api, save, writes)])
  return found.flat()
}

const expectOf = async (api: ApiClient, request: ApiRequest, expected: While): Promise<string[]> => {
  const answer = await api.ask(request).catch(() => undefined)
  const what = `${request.method} ${request.path} while it was stopped`
  if (answer === undefined) return expected === 'none' ? [] : [`${what}: no answer within 15 s`]
  if (expected === 'none') return [`${what}: answered ${answer.status}, expected no answer`]
  return expected === 'ok' || answer.status !== 503 ? unlessOk(what, answer) : objectionsTo(request, answer)
}

const unlessOk = (what: string, { status, body }: ApiAnswer): string[] =>
  status < 300 ? [] : [`${what}: ${status} ${JSON.stringify(body)}`]
