import { Skeleton } from '../../ui/skeleton.tsx'
import { GRID, ROWS } from './list-layout.ts'
import type { View } from './use-view.ts'

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f']

export const ListSkeleton = ({ view }: { view: View }) => (
  <>
    <p role="status" className="sr-only">
      Loading your links…
    </p>
    <div className={view === 'grid' ? GRID : ROWS}>
      {CARDS.map(card => (view === 'grid' ? <CardShape key={card} /> : <RowShape key={card} />))}
    </div>
  </>
)

const CardShape = () => (
  <div className="rounded-card border border-line bg-surface">
    <Skeleton className="aspect-video rounded-b-none rounded-t-[13px]" />
    <div className="flex flex-col gap-2.5 p-4">
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="h-5 w-11/12" />
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="mt-6 h-4 w-1/3" />
    </div>
  </div>
)

const RowShape = () => (
  <div className="flex gap-3.5 py-2 max-sm:gap-x-3">
    <Skeleton className="h-10 w-16 shrink-0 rounded-[7px] max-sm:size-16" />
    <div className="flex flex-1 flex-col justify-center gap-2">
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-3.5 w-4/5" />
    </div>
  </div>
)
