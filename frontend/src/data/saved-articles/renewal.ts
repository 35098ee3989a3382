import type { QueryClient } from '@tanstack/react-query'
import type { Id } from '../id.ts'
import { keys } from '../links/keys.ts'
import { noteKeys } from '../notes/keys.ts'

/** What was read within this time is renewed together: a text comes with its notes. */
const GATHER_MS = 3_000

/**
 * Renews saved articles when they are read online: whenever the screen got the text of an article or its notes from the
 * server, so that the copy follows the person's notes, too. @returns a function that ends it
 */
export const renewWhenRead = (client: QueryClient, renew: (id: Id) => void): (() => void) => {
  const timers = new Map<Id, ReturnType<typeof setTimeout>>()
  const stop = client.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const [kind, about] = event.query.queryKey
    if (kind !== keys.contents[0] && kind !== noteKeys.ofLinks[0]) return
    const id = about as Id
    clearTimeout(timers.get(id))
    timers.set(
      id,
      setTimeout(() => {
        timers.delete(id)
        renew(id)
      }, GATHER_MS),
    )
  })
  return () => {
    stop()
    for (const timer of timers.values()) clearTimeout(timer)
  }
}
