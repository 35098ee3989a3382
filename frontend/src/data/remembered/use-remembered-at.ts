import { type QueryCacheNotifyEvent, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { keys } from '../links/keys.ts'
import { noteKeys } from '../notes/keys.ts'
import type { Reading } from '../reading.ts'

/** What a screen is about. The numbers beside it have no date of their own. */
const MAIN: readonly unknown[] = [keys.lists[0], noteKeys.lists[0], noteKeys.ofLinks[0]]

/** When the device saw what is on the screen, the oldest part of it, ISO 8601; null while the server has answered it. */
export const useRememberedAt = (): string | null => {
  const cache = useQueryClient().getQueryCache()
  const follow = useCallback(
    (listener: () => void) =>
      cache.subscribe(({ type }: QueryCacheNotifyEvent) => type !== 'added' && listener()),
    [cache],
  )
  return useSyncExternalStore(follow, () => {
    const dates = cache
      .findAll({ type: 'active', predicate: ({ queryKey }) => MAIN.includes(queryKey[0]) })
      .flatMap(({ state }) => (state.data as Reading<unknown> | undefined)?.rememberedAt ?? [])
    return dates.sort()[0] ?? null
  })
}
