import { lazy, Suspense, useState } from 'react'
import { countOf } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'

const BulkEditDialog = lazy(() => import('./bulk-edit-dialog.tsx'))
const BulkDeleteDialog = lazy(() => import('./bulk-delete-dialog.tsx'))

type Props = {
  /** The selected links. */
  ids: number[]
  /** How many are displayed. */
  shown: number
  onSelectAll: () => void
  onClear: () => void
}

/** Select all of the displayed links, and what can be done with those selected. */
export const BulkBar = ({ ids, shown, onSelectAll, onClear }: Props) => {
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const isAll = ids.length === shown
  return (
    <section
      aria-label="Selection"
      className="z-10 mb-4 lg:sticky lg:top-17 flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 bg-paper py-1.5"
    >
      <label className="flex min-h-9 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="size-4.5 accent-(--ink) pointer-coarse:size-6"
          checked={isAll}
          ref={box => {
            if (box) box.indeterminate = ids.length > 0 && !isAll
          }}
          onChange={isAll ? onClear : onSelectAll}
        />
        Select all
      </label>
      {ids.length > 0 && (
        <>
          <p role="status" className="tabular text-ink-2">
            {countOf(ids.length, 'link')} selected
          </p>
          <div className="flex flex-wrap gap-2 sm:ml-auto">
            <Button onClick={() => setDialog('edit')}>Edit Selected</Button>
            <Button look="danger" onClick={() => setDialog('delete')}>
              Delete Selected
            </Button>
            <Button look="ghost" onClick={onClear}>
              Clear
            </Button>
          </div>
        </>
      )}
      <Suspense fallback={null}>
        {dialog === 'edit' && (
          <BulkEditDialog linkIds={ids} onDone={onClear} onClose={() => setDialog(null)} />
        )}
        {dialog === 'delete' && (
          <BulkDeleteDialog linkIds={ids} onDone={onClear} onClose={() => setDialog(null)} />
        )}
      </Suspense>
    </section>
  )
}
