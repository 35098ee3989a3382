import { PLANS } from '@lectern/contracts/plans.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLinkList } from '../../data/library/use-links.ts'
import type { LinkFilters } from '../../data/links/keys.ts'
import { useUser } from '../../data/session/use-session.tsx'
import { ApiError } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { useListHandle } from '../../parts/list-handle.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LinkWindow, type LinkWindowHandle } from './link-window.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { DRAW_ALL_MAX, useAllRows } from './rows.ts'
import { useFocusOnFirst } from './search/first-result.ts'
import { MarkedFor } from './search/marked.tsx'
import type { View } from './use-view.ts'

const empty = lazyPart(() => import('./empty.tsx'))
const more = lazyPart(() => import('./load-more.tsx'))
const listFailure = lazyPart(() => import('./list-failure.tsx'))
const longList = lazyPart(() => import('./long-list.tsx'))

/** Above this many matching links the list says how many it displays. */
const NOTICE_ABOVE = 100

export const LinkList = ({ filters, view }: { filters: LinkFilters; view: View }) => {
  const { plan } = useUser()
  const { list, error, refetch, isPlaceholderData } = useLinkList(filters)
  const listWindow = useRef<LinkWindowHandle>(null)
  const scrollTo = useCallback((index: number) => listWindow.current?.scrollTo(index), [])
  useListHandle(list?.links, scrollTo)
  useFocusOnFirst(filters.q, isPlaceholderData ? undefined : list?.links, scrollTo)
  // While a search loads, the list still shows the previous result.
  const wanted = JSON.stringify(filters)
  const [source, setSource] = useState(wanted)
  if (source !== wanted && !isPlaceholderData) setSource(wanted)

  const mayBeLong = PLANS[plan].pageSize > DRAW_ALL_MAX || Boolean(list?.nextCursor)
  useEffect(() => {
    if (mayBeLong) longList.preload()
  }, [mayBeLong])
  const isAbove = (list?.links.length ?? 0) > DRAW_ALL_MAX
  // A list that was long stays so: another change of how it is drawn would lose the focus.
  const [isLong, setLong] = useState(isAbove)
  if (isAbove && !isLong) setLong(true)
  // A list that is long when it comes is drawn once: the first to draw it goes to the link read last.
  const [isLongFirst, setLongFirst] = useState<boolean>()
  if (list && isLongFirst === undefined) setLongFirst(isAbove)

  // The collection was deleted or handed over, or is shared no more.
  const isGone = error instanceof ApiError && error.status === 404 && !error.isPage
  if (!list || isGone)
    return error ? <listFailure.Component error={error} onRetry={refetch} /> : <ListSkeleton view={view} />
  if (list.links.length === 0) return <empty.Component filters={filters} list={list} />

  const isPartial = list.total > NOTICE_ABOVE && list.links.length < list.total
  const shown = {
    ref: listWindow,
    links: list.links,
    view,
    total: list.totalIsLowerBound ? null : list.total,
    source,
  }
  return (
    <>
      {error && <OutOfDate onRetry={refetch} />}
      {isPartial && (
        <p role="status" className="mb-4 text-meta text-ink-2">
          The first {formatCount(list.links.length)} of {formatCount(list.total)}
          {list.totalIsLowerBound && '+'} links are shown.
        </p>
      )}
      <MarkedFor q={filters.q}>
        {isLong ? (
          <longList.Component
            {...shown}
            fallback={
              isLongFirst ? (
                <ListSkeleton view={view} />
              ) : (
                <LinkWindow {...shown} links={list.links.slice(0, DRAW_ALL_MAX)} useRows={useAllRows} />
              )
            }
          />
        ) : (
          <LinkWindow {...shown} useRows={useAllRows} />
        )}
      </MarkedFor>
      {list.nextCursor && <more.Component filters={filters} loadsMany={PLANS[plan].loadsMany} />}
    </>
  )
}

/** Says above a list that it could not be read again. */
export const OutOfDate = ({ onRetry }: { onRetry: () => void }) => (
  <p role="status" className="mb-4 text-meta text-ink-2">
    This list could not be brought up to date.{' '}
    <button type="button" onClick={onRetry} className="underlined rounded-[4px] font-medium text-ink">
      Try again
    </button>
  </p>
)
