import type { PastProgress } from '@lectern/contracts/api/past.ts'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { Link, Redirect } from 'wouter'
import { useIsOffline } from '../../data/session/use-is-offline.ts'
import { ApiError, messageOf } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { type EntryState, useEntry, useNavigate } from '../../lib/navigation.tsx'
import { OfflineNote } from '../../parts/needs-server.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Message } from '../../ui/message.tsx'
import { Meter } from '../../ui/meter.tsx'
import { Screen, SkipLink } from '../../ui/screen.tsx'
import { pastCollectionsQuery, pastCountsQuery, readyOf } from './api.ts'
import { daysAgo, sayMoment } from './moment.ts'
import { MomentForm } from './moment-form.tsx'
import { PastList } from './past-list.tsx'
import { PastPlaces } from './past-places.tsx'
import { usePastView } from './use-past-view.ts'

const ANY_MOMENT: EntryState = { isAnyMoment: true }

/** /dashboard?at=…: the library as it was, to read only. */
export default function PastScreen() {
  const { at, hrefWith } = usePastView()
  // The account menu names no moment.
  if (at === '') return <Redirect to={hrefWith({ at: daysAgo(1) })} replace state={ANY_MOMENT} />
  const moment = sayMoment(at)
  return (
    <>
      <SkipLink to="the links of that moment" />
      <header className="sticky top-0 z-20 border-b border-line bg-paper">
        <div className="mx-auto flex max-w-6xl items-center gap-3 px-4 py-3 sm:px-8">
          <CalendarClock aria-hidden className="shrink-0 text-marker-ink" />
          <h1 className="mr-auto min-w-0 font-sans text-ui leading-5 font-normal text-balance">
            The library as it was on <strong className="font-semibold">{moment}</strong>
          </h1>
          <Link href="/dashboard" className={buttonClass('ink')}>
            Back to now
          </Link>
        </div>
      </header>
      <Screen title={`Library on ${moment}`} className="mx-auto max-w-6xl px-4 pt-5 pb-20 sm:px-8">
        <MomentForm />
        <p className="mt-4 mb-6 max-w-prose text-ink-2">
          Nothing can be changed here. Articles, notes and reading are not part of it: titles are as they were
          saved, and a title opens today’s article. The title of a link that was deleted since opens its page.
        </p>
        <OfflineNote sentence="Earlier moments can be seen once there is a connection." />
        <Moment key={at} />
      </Screen>
    </>
  )
}

const Moment = () => {
  const { at, filters, hrefWith, setSearchText } = usePastView()
  const counts = useQuery(pastCountsQuery(at))
  const collections = useQuery({ ...pastCollectionsQuery(at), enabled: readyOf(counts.data) !== undefined })
  const isOffline = useIsOffline()
  const [counted, places] = [readyOf(counts.data), readyOf(collections.data)]
  const error = counts.error ?? collections.error
  if (error && !(counted && places))
    return isOffline ? null : <Failure error={error} onRetry={() => void counts.refetch()} />
  if (!counted || !places)
    return (
      <Preparing progress={counts.data && 'progress' in counts.data ? counts.data.progress : undefined} />
    )
  return (
    <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <PastPlaces counts={counted} collections={places} />
      <div className="min-w-0">
        <div className="mb-4 flex flex-wrap items-center gap-2">
          <SearchField
            label="Search this moment"
            placeholder="Words in titles, #tags, site:…"
            q={filters.q}
            onSearch={setSearchText}
            className="min-w-0 sm:max-w-sm"
            inputClassName="pr-11"
          />
          <Filter name="favorite" label="Favorites" isOn={filters.favorite} hrefWith={hrefWith} />
          <Filter name="archived" label="Archived" isOn={filters.archived} hrefWith={hrefWith} />
        </div>
        <PastList collections={places} />
      </div>
    </div>
  )
}

type FilterProps = {
  name: 'favorite' | 'archived'
  label: string
  isOn: boolean
  hrefWith: ReturnType<typeof usePastView>['hrefWith']
}

const Filter = ({ name, label, isOn, hrefWith }: FilterProps) => {
  const navigate = useNavigate()
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => navigate(hrefWith({ [name]: isOn ? null : 'true' }))}
      className={cx(
        'inline-flex h-8 shrink-0 items-center rounded-full border px-3.5 pointer-coarse:h-11',
        isOn
          ? 'border-ink bg-ink font-medium text-paper'
          : 'border-line-2 bg-surface text-ink-2 hover:bg-sunken hover:text-ink',
      )}
    >
      {label}
    </button>
  )
}

const Preparing = ({ progress }: { progress: PastProgress | undefined }) => {
  const { folded, total } = progress ?? { folded: 0, total: null }
  return (
    <div className="mx-auto max-w-md py-16 text-center">
      <h2 className="text-dialog">Going back to that moment…</h2>
      <p role="status" className="tabular mt-2 mb-4 min-h-5 text-ink-2">
        {total !== null && `${formatCount(folded)} of ${formatCount(total)} changes`}
      </p>
      <Meter used={folded} allowed={total ?? 1} />
    </div>
  )
}

const Failure = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  const { hrefWith } = usePastView()
  const { isAnyMoment } = useEntry()
  const { openedAt } = error instanceof ApiError ? error.details : {}
  // The library of a new account has no yesterday.
  if (openedAt && isAnyMoment) return <Redirect to={hrefWith({ at: openedAt })} replace />
  if (openedAt)
    return (
      <Message title="Your library was not there yet" level={2}>
        <p className="text-ink-2">It was opened on {sayMoment(openedAt)}.</p>
        <Link href={hrefWith({ at: openedAt })} className={buttonClass('outline')}>
          Show its first moment
        </Link>
      </Message>
    )
  // What the server refused once it refuses again, but for a busy one.
  const isFinal = error instanceof ApiError && error.status < 500
  const sentence = messageOf(
    error,
    'There was no answer. Please check your connection; your library is safe.',
  )
  return (
    <Message title="This moment cannot be shown" level={2}>
      <p className="text-ink-2">{sentence}</p>
      {!isFinal && <Button onClick={onRetry}>Try again</Button>}
    </Message>
  )
}
