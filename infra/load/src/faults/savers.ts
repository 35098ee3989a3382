import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Random } from '../random.ts'
import type { ApiAnswer, ApiRequest } from '../world/api-client.ts'
import type { User } from '../world/users.ts'
import { isUndoable, type LibraryAct, nextAct, undoing } from './acts.ts'
import type { LibraryModel } from './library-model.ts'

/** One save and its result. */
export type Save = {
  readonly url: string
  /** The Idempotency-Key of every try. */
  readonly key: string
  /** The id in the first 2xx answer. */
  readonly linkId: number
}

/** A user who saves and edits links. */
export type Saver = {
  readonly user: User
  /** The library after all acknowledged acts. */
  readonly model: LibraryModel
  readonly saves: readonly Save[]
}

export type Savers = {
  readonly all: readonly Saver[]
  /** Acknowledged saves and other acts of all users. */
  readonly counts: { saves: number; acts: number }
  /** Wrong answers that clients saw. The reader empties the list. */
  readonly violations: string[]
  /** Resolves once no request is in flight. */
  readonly pause: () => Promise<void>
  readonly resume: () => void
  readonly stop: () => Promise<void>
}

const PAUSE_MS = 100
const RETRY_MS = 250
/** Twice the time of the longest fault and its recovery. */
const GIVE_UP_MS = 120_000

/** The share of saves that another act follows, and the share of requests that are repeated after they succeeded. */
const ACTS_SHARE = 0.5
const AGAIN_SHARE = 0.2
/** The share of acts that are taken back. */
const UNDO_SHARE = 0.4

type Working = { readonly user: User; readonly model: LibraryModel; readonly saves: Save[] }

/**
 * Starts users who save links one after another and edit what they have. After any failure they send the request again under
 * its Idempotency-Key until it succeeds, as a careful client does.
 * @param people the users, each with the library at the start
 */
export const startSavers = (
  people: readonly Pick<Saver, 'user' | 'model'>[],
  site: string,
  random: Random,
): Savers => {
  const all = people.map((person): Working => ({ ...person, saves: [] }))
  const counts = { saves: 0, acts: 0 }
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

  const saveOne = async ({ user, model, saves }: Working) => {
    const key = randomUUID()
    const url = `${site}/faults/${key}`
    const title = `An article about ${key}`
    const tags = ['fault']
    const request: ApiRequest = {
      method: 'POST',
      path: '/api/links',
      body: { url, title, tags },
      headers: { 'idempotency-key': key },
    }
    const id = idOf(await insist(user, request))
    model.save({ id, url, title, tags })
    saves.push({ url, key, linkId: id })
    counts.saves += 1
    if (random() >= AGAIN_SHARE) return
    const again = idOf(await insist(user, request))
    if (again !== id) violations.push(`${url}: saved as ${id}, the retry said ${again}`)
  }

  const actOnce = async ({ user, model }: Working) => {
    const before = model.copy()
    const act = nextAct(model, random)
    await doAct({ user, model }, act)
    const didNothing = isDeepStrictEqual(before.texts(), model.texts())
    if (!isUndoable(act.request) || didNothing || random() >= UNDO_SHARE) return
    await doAct({ user, model }, undoing(act.request.headers?.['idempotency-key'] ?? '', before))
  }

  const doAct = async (
    { user, model }: Pick<Working, 'user' | 'model'>,
    { request, acknowledge }: LibraryAct,
  ): Promise<void> => {
    const { body } = await insist(user, request)
    violations.push(...acknowledge(body, model))
    counts.acts += 1
    if (random() >= AGAIN_SHARE) return
    const again = await insist(user, request)
    const [first, second] = [JSON.stringify(body), JSON.stringify(again.body)]
    if (first !== second)
      violations.push(`${request.method} ${request.path}: answered ${first}, the retry ${second}`)
  }

  const takeTurn = async (saver: Working) => {
    await saveOne(saver)
    if (random() < ACTS_SHARE) await actOnce(saver)
  }

  const work = async (saver: Working) => {
    while (!isStopped) {
      if (!isPaused) {
        const turn = takeTurn(saver).catch(error => {
          violations.push(String(error))
        })
        underWay.add(turn)
        await turn
        underWay.delete(turn)
      }
      await wait(PAUSE_MS)
    }
  }
  const ended = Promise.all(all.map(work))

  return {
    all,
    counts,
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
      await ended
    },
  }
}

const idOf = ({ body }: ApiAnswer): number => (body as { id: number }).id

/** An answer during a fault is either a success or a 503 with Retry-After and a message. @returns objections to any other */
export const objectionsTo = (
  { method, path }: Pick<ApiRequest, 'method' | 'path'>,
  { status, headers, body }: ApiAnswer,
): string[] => {
  const { message, error } = (body ?? {}) as { message?: string; error?: string }
  const isClear = status === 503 && headers['retry-after'] !== undefined && message && message === error
  return isClear ? [] : [`${method} ${path} was answered ${status} ${JSON.stringify(body)}`]
}
