import type { DeletedLink } from '@lectern/contracts/api/deleted-links.ts'
import { DELETED_DAYS } from '@lectern/contracts/retention.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { ParamsOf } from '../../data/acts/kinds.ts'
import { useAct, usePendingActs } from '../../data/library/use-library.tsx'
import { messageOf } from '../../lib/api.ts'
import { countOf, formatExact } from '../../lib/format.ts'
import { BackHeader } from '../../parts/back-header.tsx'
import { useCommandKeys } from '../../parts/commands/use-commands.tsx'
import { ConfirmDialog, Deleted, mainElement } from '../../parts/confirm-dialog.tsx'
import { OfflineNote } from '../../parts/needs-server.tsx'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/message.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { readHistoryAgain } from './api.ts'
import { type Deletion, deletedQuery, deletionsIn } from './deleted-query.ts'
import { DeletedRow } from './deleted-row.tsx'

type Wanted = ParamsOf<'bringBack'>

/** /history/deleted: what was deleted in the last 30 days, to be brought back or deleted for good. */
export default function DeletedScreen() {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useInfiniteQuery(deletedQuery)
  const pending = usePendingActs()
  const client = useQueryClient()
  const act = useAct()
  const [asked, setAsked] = useState<DeletedLink | 'all' | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const buttons = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-bring-back]') ?? [])]
  const placeOf = (all: readonly HTMLElement[]) => all.indexOf(document.activeElement as HTMLElement)
  const move = (by: 1 | -1) => {
    const all = buttons()
    all[Math.min(Math.max(placeOf(all) + by, 0), all.length - 1)]?.focus()
  }
  useCommandKeys({ screen: 'other', link: () => undefined, list: { move } })

  const deletions = useMemo(() => {
    const links = data?.pages.flatMap(page => page.data.links)
    return links && deletionsIn(links, pending)
  }, [data, pending])
  const total = data?.pages.at(-1)?.data.total ?? 0

  /** Without a network this is sent later, and must not end what was deleted meanwhile. */
  const allShown = (): Wanted => ({ all: true, until: data?.pages[0]?.data.links[0]?.deletedAt })

  const readAgain = () => readHistoryAgain(client).catch(() => undefined)
  const deleteForGood = async (wanted: Wanted) => {
    const outcome = await act('deleteForGood', wanted)
    void readAgain()
    return outcome
  }
  /** The row goes, so the focus moves to the one that takes its place. */
  const bringBack = (wanted: Wanted) => {
    const all = buttons()
    const place = placeOf(all)
    void act('bringBack', wanted).then(readAgain)
    const next = wanted.deletedAt === undefined ? (all[place + 1] ?? all[place - 1]) : undefined
    ;(next ?? mainElement())?.focus()
  }

  return (
    <>
      <BackHeader />
      <Screen title="Recently deleted" className="mx-auto max-w-3xl px-4 pt-7 pb-20 sm:pt-10">
        <p className="mb-1 text-ink-2">
          <Link href="/history" className="underlined rounded-[4px]">
            History
          </Link>
        </p>
        <h1 className="text-title">Recently deleted</h1>
        <p className="mt-1.5 mb-4 text-ink-2">
          Links that you deleted in the last {DELETED_DAYS} days. Bringing one back saves it again, with its
          title, date, tags, collection, notes, highlights and article.
        </p>
        <OfflineNote sentence="What you bring back is sent once you are online again." />
        {deletions === undefined ? (
          <Loading error={error} retry={refetch} />
        ) : deletions.length === 0 && !hasNextPage ? (
          <Message title="Nothing to bring back" level={2}>
            <p className="text-ink-2">A link that you delete stays here for {DELETED_DAYS} days.</p>
          </Message>
        ) : (
          <div ref={list}>
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="tabular text-ink-2">{countOf(total, 'deleted link')}</p>
              <Button look="danger" onClick={() => setAsked('all')}>
                Delete all for good
              </Button>
            </div>
            {deletions.map(deletion => (
              <DeletionPart key={deletion.at} of={deletion} bringBack={bringBack} onAsk={setAsked} />
            ))}
            {hasNextPage && (
              <p className="mt-6 text-center">
                <Button disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
                  Show earlier deletions
                </Button>
              </p>
            )}
          </div>
        )}
      </Screen>
      {asked && (
        <ConfirmDialog
          title="Delete for good"
          action="Delete for good"
          onClose={() => setAsked(null)}
          focusAfter={mainElement}
          act={() => deleteForGood(asked === 'all' ? allShown() : { linkIds: [asked.id] })}
        >
          <Deleted>{asked === 'all' ? countOf(total, 'deleted link') : asked.title}</Deleted>
          <p className="mt-2">This action cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

type PartProps = {
  of: Deletion
  bringBack: (wanted: Wanted) => void
  onAsk: (link: DeletedLink) => void
}

/** The links of one deletion, which come back together where they went together. */
const DeletionPart = ({ of: { at, count, links }, bringBack, onAsk }: PartProps) => (
  <section aria-label={`Deleted ${formatExact(at)}`} className="mt-7">
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b pb-1.5">
      <h2 className="font-sans text-meta font-medium text-ink-2">
        Deleted <time dateTime={at}>{formatExact(at)}</time>
        {count > 1 && ` · ${countOf(count, 'link')}`}
      </h2>
      {count > 1 && (
        <button
          type="button"
          className="underlined min-h-6 rounded-[4px] font-medium text-ink"
          data-bring-back=""
          onClick={() => bringBack({ deletedAt: at })}
        >
          Bring all {countOf(count, 'link')} back
        </button>
      )}
    </div>
    <ul>
      {links.map(link => (
        <DeletedRow
          key={link.id}
          link={link}
          onBringBack={() => bringBack({ linkIds: [link.id] })}
          onAsk={() => onAsk(link)}
        />
      ))}
    </ul>
    {count > links.length && <p className="mt-2 text-meta text-ink-2">and {count - links.length} more</p>}
  </section>
)

const Loading = ({ error, retry }: { error: Error | null; retry: () => unknown }) =>
  error ? (
    <Message title="Deleted links could not be loaded" level={2}>
      <p className="text-ink-2">{messageOf(error, 'There was no answer. Please check your connection.')}</p>
      <Button onClick={retry}>Try again</Button>
    </Message>
  ) : (
    <div>
      <p role="status" className="sr-only">
        Loading what was deleted…
      </p>
      <Skeleton className="mt-4 h-5 w-3/5" />
      <Skeleton className="mt-4 h-5 w-4/5" />
    </div>
  )
