import type { Plan } from '@lectern/contracts/plans.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../lib/api.ts'
import { keys } from '../links/keys.ts'
import { noteKeys } from '../notes/keys.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { ANSWER_WAIT_MS, type Reading } from '../reading.ts'
import { answerOf } from './answers.ts'
import { rememberAnswers } from './remember.ts'

/** No answer, that of a proxy or a captive portal, or that of a server without its services. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.isPage || [502, 503, 504].includes(error.status)
    : error instanceof TypeError || error instanceof SyntaxError || (error as Error).name === 'TimeoutError'

const isFromDevice = ({ state }: Query): boolean =>
  (state.data as Partial<Reading<unknown>> | undefined)?.rememberedAt !== undefined

/** Whether the answer depends on acts in ways that the screens' fold does not show: links and notes that they bring. */
const isMadeWithActs = ({ queryKey: [kind], state }: Query): boolean => {
  const { rememberedAt, isGathered } = (state.data ?? {}) as Partial<Reading<unknown>>
  if (kind === noteKeys.lists[0] || kind === noteKeys.counts[0]) return rememberedAt !== undefined
  return kind === keys.lists[0] && isGathered === true
}

type Parts = {
  readonly client: QueryClient
  readonly userId: string
  readonly outbox: Pick<Outbox, 'pending' | 'subscribe'>
  readonly plan: () => Plan
  /** Whether the device has no network, or the server gave no answer. */
  readonly isAway: () => boolean
  /** Asks the server until it answers. Then everything is read again. */
  readonly askServer: () => Promise<void>
  /** False once another tab has signed out, or in as somebody else. */
  readonly isCurrent: () => boolean
}

/**
 * Keeps what the server answers, and shows it where a later read gets no answer, or none for a while. An answer that comes
 * later takes its place.
 */
export const openRememberedAnswers = (parts: Parts) => {
  const { client, userId, outbox, isAway } = parts
  const cache = client.getQueryCache()
  const waits = new Set<ReturnType<typeof setTimeout>>()
  const find = ({ queryKey }: Query) => {
    return answerOf({ userId, plan: parts.plan(), acts: outbox.pending() }, queryKey).catch(() => undefined)
  }
  let isChecking = false
  const tellAway = () => {
    if (isChecking || isAway()) return
    isChecking = true
    void parts.askServer().finally(() => {
      isChecking = false
    })
  }

  const showWhileWaiting = async (query: Query) => {
    tellAway()
    const answer = await find(query)
    if (answer !== undefined && query.state.data === undefined) client.setQueryData(query.queryKey, answer)
  }
  const watch = (query: Query) => {
    if (query.state.data !== undefined) return
    const wait = setTimeout(
      () => {
        waits.delete(wait)
        const isWaiting = query.state.fetchStatus === 'fetching' && query.state.data === undefined
        if (isWaiting) void showWhileWaiting(query)
      },
      isAway() ? 0 : ANSWER_WAIT_MS,
    )
    waits.add(wait)
  }
  for (const query of cache.getAll()) if (query.state.fetchStatus === 'fetching') watch(query)
  const stopWatching = cache.subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'fetch') watch(event.query)
  })

  const stopKeeping = rememberAnswers(client, userId, parts.isCurrent)
  const stopActs = outbox.subscribe(() => {
    for (const query of cache.getAll().filter(isMadeWithActs))
      void find(query).then(answer => {
        if (answer !== undefined && isMadeWithActs(query)) client.setQueryData(query.queryKey, answer)
      })
  })

  return {
    /** What the device keeps, in place of an answer that did not come. Throws the error where it keeps nothing of it. */
    instead: async (error: unknown, query: Query): Promise<unknown> => {
      if (!isUnanswered(error)) throw error
      tellAway()
      if (query.state.data !== undefined && !isFromDevice(query)) throw error
      const answer = await find(query)
      if (answer === undefined) throw error
      return answer
    },
    stop: () => {
      for (const wait of waits) clearTimeout(wait)
      stopWatching()
      stopKeeping()
      stopActs()
    },
  }
}

export type RememberedAnswers = ReturnType<typeof openRememberedAnswers>
