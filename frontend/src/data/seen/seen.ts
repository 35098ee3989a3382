import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../lib/api.ts'
import { keys } from '../links/keys.ts'
import { noteKeys } from '../notes/keys.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Reading } from '../reading.ts'
import { ANSWER_WAIT_MS, type Session } from '../session/session.ts'
import { isOffline } from '../session/use-is-offline.ts'
import { answerOf } from './answers.ts'
import { keepAnswers } from './keep.ts'

/** No answer, that of a proxy or a captive portal, or that of a server without its services. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.isPage || [502, 503, 504].includes(error.status)
    : error instanceof TypeError || error instanceof SyntaxError || (error as Error).name === 'TimeoutError'

const isFromDevice = ({ state }: Query): boolean =>
  (state.data as Partial<Reading<unknown>> | undefined)?.seenAt !== undefined

/** Whether the answer depends on acts in ways that the screens' fold does not show: links and notes that they bring. */
const isMadeWithActs = ({ queryKey: [kind], state }: Query): boolean => {
  const { seenAt, isGathered } = (state.data ?? {}) as Partial<Reading<unknown>>
  if (kind === noteKeys.lists[0] || kind === noteKeys.counts[0]) return seenAt !== undefined
  return kind === keys.lists[0] && isGathered === true
}

type Parts = {
  readonly client: QueryClient
  readonly userId: string
  readonly outbox: Pick<Outbox, 'pending' | 'subscribe'>
  readonly session: Pick<Session, 'state' | 'check' | 'isCurrent'>
}

/**
 * Keeps what the server answers, and shows it where a later read gets no answer, or none for a while. An answer that comes
 * later takes its place.
 */
export const openSeen = ({ client, userId, outbox, session }: Parts) => {
  const cache = client.getQueryCache()
  const waits = new Set<ReturnType<typeof setTimeout>>()
  const isAway = () => isOffline(session.state())
  const find = ({ queryKey }: Query) => {
    const plan = session.state().user?.plan ?? 'free'
    return answerOf({ userId, plan, acts: outbox.pending() }, queryKey).catch(() => undefined)
  }
  let isChecking = false
  /** The session's check goes on until the server answers, and then everything is read again. */
  const tellAway = () => {
    if (isChecking || isAway()) return
    isChecking = true
    void session.check(true).finally(() => {
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

  const stopKeeping = keepAnswers(client, userId, () => session.isCurrent(userId))
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

export type SeenPart = ReturnType<typeof openSeen>
