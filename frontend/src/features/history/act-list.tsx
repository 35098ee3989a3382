import type { HistoryAct } from '@lectern/contracts/api/history.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useIsOffline } from '../../data/session/use-is-offline.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/message.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type ActListHandle, ActWindow } from './act-window.tsx'
import { historyQuery, LOADED_MAX, loadMoreActs, refreshPage, type Wanted } from './api.ts'
import { hasFilters } from './filters.tsx'
import { momentAfter, pageAt } from './pages.ts'

/** The history under these filters, as far as it is loaded. */
export const useHistory = (wanted: Wanted) => {
  const { data, error, isPlaceholderData, refetch } = useQuery(historyQuery(wanted))
  const loaded = data?.data
  const acts = useMemo(() => loaded?.pages.flatMap(page => page.acts), [loaded])
  return { loaded, acts, error, isPlaceholderData, refetch }
}

type Props = {
  wanted: Wanted
  history: ReturnType<typeof useHistory>
  total: number | undefined
  handle: RefObject<ActListHandle | null>
  onClear: () => void
  /** Goes on in a new list, which begins at this moment. */
  onGoOn: (before: string) => void
  children: (act: HistoryAct) => ReactNode
}

/** The acts with what stands in their place while there are none. Further ones load when the end comes near. */
export const ActList = ({ wanted, history, total, handle, onClear, onGoOn, children }: Props) => {
  const { loaded, acts, error, isPlaceholderData, refetch } = history
  const client = useQueryClient()
  const isOffline = useIsOffline()
  const isLoading = useRef(false)
  const [hasFailed, setFailed] = useState(false)
  // While another list loads, the previous result of a search is still shown.
  const asked = JSON.stringify(wanted)
  const [source, setSource] = useState(asked)
  if (source !== asked && !isPlaceholderData) setSource(asked)

  const isFull = (acts?.length ?? 0) >= LOADED_MAX
  const loadMore = async () => {
    if (isLoading.current || !loaded?.nextCursor || isPlaceholderData || isFull) return
    isLoading.current = true
    try {
      await loadMoreActs(client, wanted)
      setFailed(false)
    } catch {
      setFailed(true)
    }
    isLoading.current = false
  }
  /** Pages that come into view are read again where the newest acts are younger. */
  const refresh = (first: number, last: number) => {
    const head = loaded?.pages[0]
    if (!loaded || !head || isPlaceholderData) return
    for (const page of new Set([pageAt(loaded, first), pageAt(loaded, last)]))
      if (page && page.asOf < head.asOf) void refreshPage(client, wanted, page).catch(() => undefined)
  }

  if (!acts || !loaded)
    return error ? (
      <Message title={isOffline ? 'You are offline' : 'The history could not be loaded'} level={2}>
        <p className="text-ink-2">
          {isOffline
            ? 'The history is kept on the server. It shows here when you are online again.'
            : messageOf(error, 'There was no answer. Please check your connection.')}
        </p>
        <Button onClick={() => refetch()}>Try again</Button>
      </Message>
    ) : (
      <Shape />
    )
  return (
    <>
      {acts.length > 0 ? (
        <ActWindow
          acts={acts}
          total={total}
          source={source}
          end={loaded.nextCursor}
          onNearEnd={loadMore}
          onShown={refresh}
          handle={handle}
        >
          {children}
        </ActWindow>
      ) : loaded.nextCursor ? (
        <LookFurther key={loaded.nextCursor} look={loadMore} />
      ) : (
        <Empty wanted={wanted} onClear={onClear} />
      )}
      {hasFailed && (
        <p role="status" className="mt-6 text-center text-ink-2">
          Earlier changes could not be loaded.{' '}
          <button type="button" onClick={loadMore} className="underlined rounded-[4px] font-medium text-ink">
            Try again
          </button>
        </p>
      )}
      {isFull && loaded.nextCursor && (
        <p className="mt-8 text-center">
          <Button onClick={() => onGoOn(momentAfter(acts))}>Show earlier changes</Button>
        </p>
      )}
    </>
  )
}

/** The server looked through many acts and found none yet. */
const LookFurther = ({ look }: { look: () => void }) => {
  const lookOn = useEffectEvent(look)
  useEffect(() => lookOn(), [])
  return (
    <p role="status" className="py-16 text-center text-ink-2">
      Looking further back…
    </p>
  )
}

const Empty = ({ wanted: { filters, month, before }, onClear }: Pick<Props, 'wanted' | 'onClear'>) => {
  if (hasFilters(filters))
    return (
      <Message title="No changes found" level={2}>
        <p className="text-ink-2">
          {filters.q
            ? `No change under these filters has all words of “${filters.q}”.`
            : 'No change matches these filters.'}
        </p>
        <Button onClick={onClear}>Clear filters</Button>
      </Message>
    )
  return (
    <Message title={month || before ? 'Nothing earlier' : 'Nothing here yet'} level={2}>
      <p className="text-ink-2">
        {filters.link
          ? 'Your history knows nothing of this article.'
          : 'Everything that you save, change or delete is listed here.'}
      </p>
    </Message>
  )
}

const Shape = () => (
  <>
    <p role="status" className="sr-only">
      Loading your history…
    </p>
    <div aria-hidden>
      <div className="border-line border-b pb-1.5">
        <Skeleton className="h-5 w-32" />
      </div>
      {['w-3/5', 'w-4/5', 'w-2/5', 'w-3/5', 'w-1/2', 'w-4/5', 'w-2/5', 'w-3/5'].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
        <div key={index} className="grid grid-cols-[1.25rem_minmax(0,1fr)_4rem] gap-x-3 py-2.5 sm:gap-x-4">
          <Skeleton className="size-4.5" />
          <div>
            <Skeleton className={`h-5 ${width}`} />
            <Skeleton className="mt-1 h-4 w-24" />
          </div>
        </div>
      ))}
    </div>
  </>
)
