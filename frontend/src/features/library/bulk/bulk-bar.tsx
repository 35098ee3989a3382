import { countOf } from '../../../lib/format.ts'
import { useOpenDialog } from '../../../parts/dialogs.ts'
import { Button } from '../../../ui/button.tsx'
import { useSelectAll } from '../selection.ts'
import { SelectAll, type SelectAllProps } from './select-all.tsx'

type Props = Omit<SelectAllProps, 'selected'> & { ids: number[] }

/** Actions for the selected links. It replaces the header row; on phones it is at the bottom of the screen. */
export const BulkBar = ({ ids, shown, keepsFocus }: Props) => {
  const openDialog = useOpenDialog()
  const { clear } = useSelectAll()
  return (
    <section
      aria-label="Selection"
      data-bulk-bar
      className="z-10 flex flex-wrap items-center gap-x-4 gap-y-2 bg-paper max-sm:fixed max-sm:inset-x-0 max-sm:bottom-(--connection-line,0px) max-sm:border-t max-sm:border-line max-sm:px-4 max-sm:py-2.5 max-sm:shadow-high sm:py-3 sm:[grid-area:1/1]"
    >
      <SelectAll selected={ids.length} shown={shown} keepsFocus={keepsFocus} />
      <p role="status" className="tabular font-medium">
        {countOf(ids.length, 'link')} selected
      </p>
      <Button
        look="ghost"
        className="ml-auto max-sm:-mr-4 sm:order-last sm:-ml-1"
        onClick={() => {
          keepsFocus.current = true
          clear()
        }}
      >
        Clear
      </Button>
      <div className="flex flex-wrap gap-2 max-sm:basis-full sm:ml-auto">
        <Button className="max-sm:flex-1" onClick={() => openDialog('bulkEdit', { linkIds: ids })}>
          Edit Selected
        </Button>
        <Button
          look="danger"
          className="max-sm:flex-1"
          onClick={() => openDialog('bulkDelete', { linkIds: ids })}
        >
          Delete Selected
        </Button>
      </div>
    </section>
  )
}
