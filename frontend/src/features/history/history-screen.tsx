import type { HistoryAct } from '@lectern/contracts/api/history.ts'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useCollections } from '../../data/library/use-collections.ts'
import { countOf, formatDate } from '../../lib/format.ts'
import { useNavigate } from '../../lib/navigation.tsx'
import { RECENTLY_DELETED } from '../../lib/recently-deleted.ts'
import { BackHeader } from '../../parts/back-header.tsx'
import { useCommandKeys, useRun } from '../../parts/commands/use-commands.tsx'
import { OfflineNote } from '../../parts/needs-server.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Screen } from '../../ui/screen.tsx'
import { ActList, useHistory } from './act-list.tsx'
import { ActRow } from './act-row.tsx'
import type { ActListHandle } from './act-window.tsx'
import { monthsQuery } from './api.ts'
import { fullNameOfMonth } from './days.ts'
import { Filters } from './filters.tsx'
import { Months } from './months.tsx'
import { Subject, useSubject } from './subject.tsx'
import { useCurrentAct } from './use-current-act.ts'
import { useHistoryView } from './use-history-view.ts'
import { useUndo } from './use-undo.ts'

const undoImportDialog = lazyPart(() => import('./undo-import-dialog.tsx'))

const NONE: readonly HistoryAct[] = []

const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/** /history: everything that happened to the library, or to one link of it. */
export default function HistoryScreen() {
  const view = useHistoryView()
  const { wanted, set, clear } = view
  const { filters, month, before } = wanted
  const history = useHistory(wanted)
  const acts = history.acts ?? NONE
  const { data: counted } = useQuery(monthsQuery(filters))
  const months = counted?.data.months
  const total = months?.reduce((sum, { count }) => sum + count, 0)
  const subject = useSubject(filters.link, acts)

  const collections = useCollections()
  const there = useMemo(() => new Set(collections.map(({ id }) => id)), [collections])
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set())
  const [toggle] = useState(() => (id: string) => setOpen(before => toggled(before, id)))
  const { stateOf, undo } = useUndo()
  const [asked, setAsked] = useState<HistoryAct | null>(null)
  const takeBack = useCallback(
    (act: HistoryAct) => {
      if (act.kind === 'imported') setAsked(act)
      else void undo(act)
    },
    [undo],
  )

  const navigate = useNavigate()
  const run = useRun()
  const list = useRef<ActListHandle>(null)
  const { current, move } = useCurrentAct(acts, list)
  /** Opens what the act is about, else its details. */
  const openCurrent = () => {
    const act = current()
    const link = act?.links.find(({ isGone }) => !isGone)
    if (act?.import) navigate(`/import/${act.import.id}`)
    else if (link) navigate(`/reader/${link.id}`)
    else if (act) toggle(act.id)
  }
  useCommandKeys({
    screen: 'other',
    link: () => undefined,
    list: { move },
    others: {
      Enter: openCurrent,
      o: openCurrent,
      ' ': () => {
        const act = current()
        if (!act || !document.activeElement?.matches('[data-act]')) return false
        toggle(act.id)
      },
      z: () => {
        const act = current()
        if (act?.undo === 'possible') takeBack(act)
        else if (!act) run('undo')
      },
      '/': () => run('search'),
    },
  })

  return (
    <>
      <BackHeader />
      <Screen
        title={subject ? `History of ${subject.title}` : 'History'}
        className="mx-auto max-w-3xl px-4 pt-7 pb-20 sm:pt-10 lg:grid lg:max-w-5xl lg:grid-cols-[minmax(0,1fr)_11rem] lg:gap-x-10"
      >
        <div className="min-w-0">
          <Subject of={subject} isOfLink={filters.link !== null} />
          <div className="mt-1.5 flex min-h-9 flex-wrap items-center justify-between gap-x-4 text-ink-2">
            <p className="tabular">{total !== undefined && countOf(total, 'change')}</p>
            <Link href={RECENTLY_DELETED} className={`${buttonClass('ghost')} -mr-2.5 px-2.5`}>
              <Trash2 aria-hidden />
              Recently deleted
            </Link>
          </div>
          <Filters {...view} months={months} />
          <OfflineNote sentence="The history shows what this page has loaded." />
          {(month || before) && (
            <p role="status" className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
              {month
                ? `From the end of ${fullNameOfMonth(month)} backwards.`
                : `From ${formatDate(before)} backwards.`}
              <Button look="ghost" className="h-8 px-2.5" onClick={() => set({})}>
                Back to the newest
              </Button>
            </p>
          )}
          <ActList
            wanted={wanted}
            history={history}
            total={month || before ? undefined : total}
            handle={list}
            onClear={clear}
            onGoOn={from => set({ before: from })}
          >
            {act => (
              <ActRow
                act={act}
                collections={there}
                isOpen={open.has(act.id)}
                undoState={stateOf(act)}
                onToggle={toggle}
                onUndo={takeBack}
              />
            )}
          </ActList>
        </div>
        <Months months={months} chosen={month} onChoose={chosen => set({ month: chosen })} />
      </Screen>
      {asked && (
        <undoImportDialog.Component
          act={asked}
          undo={undo}
          onClose={() => setAsked(null)}
          onFailure={() => setAsked(null)}
        />
      )}
    </>
  )
}
