import type { Change } from '@lectern/contracts/api/changes.ts'
import type { QueryClient } from '@tanstack/react-query'
import { keys } from '../links/keys.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { readAgain } from '../read-again.ts'
import type { Stale } from './catch-up.ts'
import type { Pushed } from './show-acts.ts'

/** Changes that arrive within this time share one refetch. */
const GATHER_MS = 200
/** The pause after a refetch, as a multiple of its duration. Without it an import would refetch a large list all the time. */
const REST_FACTOR = 4
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000

const load = () => import('./catch-up.ts')

/**
 * Gathers pushed changes, shows those that this tab knows, and reads again what the others name, one refetch at a time. A
 * refetch that fails is tried again. Its code loads after that of the first screen.
 */
export const createRefetchQueue = (
  client: QueryClient,
  outbox: Pick<Outbox, 'pending' | 'settle'>,
  onAccountChange: () => void,
) => {
  const pushed: Pushed[] = []
  /** What a refetch that failed has left to read. */
  let stale: Stale | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFetching = false
  let isStopped = false
  let failures = 0

  const schedule = (wait: number) => {
    if (!isFetching && !isStopped) timer ??= setTimeout(flush, wait)
  }
  const flush = async () => {
    timer = undefined
    isFetching = true
    let pause = GATHER_MS
    try {
      const { gather, refetch } = await load()
      const began = performance.now()
      stale = gather(client, outbox, pushed.splice(0), stale)
      await refetch(client, stale)
      stale = undefined
      failures = 0
      pause = Math.max(GATHER_MS, REST_FACTOR * (performance.now() - began))
    } catch {
      // The screen shows a failed read where it is used.
      pause = Math.min(FIRST_RETRY_MS * 2 ** failures++, LONGEST_RETRY_MS)
    }
    isFetching = false
    if (pushed.length > 0 || stale) schedule(pause)
  }

  return {
    load,
    add: (change: Change): void => {
      if (change.what.includes('account')) onAccountChange()
      // The person watches a file being made; a failed read is made good by the next change.
      if (change.exports) readAgain(client, { queryKey: keys.exports }).catch(() => undefined)
      pushed.push({ change, at: performance.now() })
      schedule(GATHER_MS)
    },
    stop: (): void => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
