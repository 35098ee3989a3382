import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../random.ts'
import type { ApiAnswer, ApiRequest } from '../world/api-client.ts'
import type { User } from '../world/users.ts'

/** One save and what came of it. */
export type Save = {
  readonly user: User
  readonly url: string
  readonly title: string
  /** Sent with every try. */
  readonly key: string
  /** From the first 2xx; undefined while none came. */
  linkId: number | undefined
  isFavorite: boolean
}

export type Savers = {
  readonly saves: readonly Save[]
  /** What no client should have seen. Whoever reports them takes them out. */
  readonly violations: string[]
  /** Resolves once nothing is under way. */
  readonly pause: () => Promise<void>
  readonly resume: () => void
  readonly stop: () => Promise<void>
}

const PAUSE_MS = 100
const RETRY_MS = 250
/** The longest fault, its recovery, and as much again. */
const GIVE_UP_MS = 120_000

/**
 * Users who save links one after another, as a careful client does: whatever goes wrong, the same request again under
 * the same Idempotency-Key until it succeeds. Some requests are sent again although they had succeeded, and some links
 * become favourites.
 */
export const startSavers = (users: readonly User[], site: string, random: Random): Savers => {
  const saves: Save[] = []
  const violations: string[] = []
  let isStopped = false
  let isPaused = false
  const underWay = new Set<Promise<void>>()

  const insist = async (user: User, request: ApiRequest): Promise<ApiAnswer> => {
    const giveUpAt = performance.now() + GIVE_UP_MS
    for (;;) {
      const answer = await user.api.ask(request).catch(() => undefined)
      if (answer !== undefined && answer.status < 300) return answer
      if (answer !== undefined) violations.push(...objectionsTo(request, answer))
      if (performance.now() > giveUpAt) throw new Error(`${request.method} ${request.path} never succeeded`)
      await wait(RETRY_MS)
    }
  }

  const saveOne = async (user: User) => {
    const name = randomUUID()
    const url = `${site}/faults/${name}`
    const save: Save = {
      user,
      url,
      title: `An article about ${name}`,
      key: name,
      linkId: undefined,
      isFavorite: false,
    }
    saves.push(save)
    const request: ApiRequest = {
      method: 'POST',
      path: '/api/links',
      body: { url, title: save.title, tags: ['fault'] },
      headers: { 'idempotency-key': name },
    }
    save.linkId = idOf(await insist(user, request))
    if (random() < 0.2) {
      const again = idOf(await insist(user, request))
      if (again !== save.linkId) violations.push(`${url}: saved as ${save.linkId}, the retry said ${again}`)
    }
    if (random() < 0.2) {
      await insist(user, {
        method: 'PATCH',
        path: `/api/links/${save.linkId}/favorite`,
        body: { isFavorite: true },
        headers: { 'idempotency-key': `${name}-favorite` },
      })
      save.isFavorite = true
    }
  }

  const work = async (user: User) => {
    while (!isStopped) {
      if (!isPaused) {
        const save = saveOne(user).catch(error => {
          violations.push(String(error))
        })
        underWay.add(save)
        await save
        underWay.delete(save)
      }
      await wait(PAUSE_MS)
    }
  }
  const all = Promise.all(users.map(work))

  return {
    saves,
    violations,
    pause: async () => {
      isPaused = true
      await Promise.all(underWay)
    },
    resume: () => {
      isPaused = false
    },
    stop: async () => {
      isStopped = true
      await all
    },
  }
}

const idOf = ({ body }: ApiAnswer): number => (body as { id: number }).id

/** While parts are gone, the one honest answer is a 503 that says so and when to try again. */
export const objectionsTo = (
  { method, path }: Pick<ApiRequest, 'method' | 'path'>,
  { status, headers, body }: ApiAnswer,
): string[] => {
  const { message, error } = (body ?? {}) as { message?: string; error?: string }
  const isClear = status === 503 && headers['retry-after'] !== undefined && message && message === error
  return isClear ? [] : [`${method} ${path} was answered ${status} ${JSON.stringify(body)}`]
}
