import { useSetAtom } from 'jotai'
import { type RefObject, useEffect, useRef } from 'react'
import { countOf } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { bulkDialogAtom } from '../dialogs.ts'
import { useSelectAll } from '../selection.ts'

type SelectAllProps = {
  selected: number
  shown: number
  /** Set by the box that goes, read by the one that takes its place: the focus moves on to it. */
  keepsFocus: RefObject<boolean>
}

/** Selects all of the displayed links, or none; half ticked while it is some of them. */
export const SelectAll = ({ selected, shown, keepsFocus }: SelectAllProps) => {
  const { selectAll, clear } = useSelectAll()
  const box = useRef<HTMLInputElement>(null)
  const isAll = selected === shown
  useEffect(() => {
    if (keepsFocus.current) box.current?.focus({ preventScroll: true })
    keepsFocus.current = false
  }, [keepsFocus])
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected > 0 && !isAll
  })
  return (
    <label className="flex min-h-9 cursor-pointer items-center gap-2.5 text-ink-2 hover:text-ink pointer-coarse:min-h-11">
      <input
        ref={box}
        type="checkbox"
        className="size-4.5 accent-(--ink) pointer-coarse:size-6"
        checked={isAll}
        onChange={() => {
          keepsFocus.current = selected === 0 || isAll
          if (isAll) clear()
          else selectAll()
        }}
      />
      Select all
    </label>
  )
}

/** What can be done with the selected links: in place of the header row, on phones within reach of the thumb. */
export const BulkBar = ({ ids, shown, keepsFocus }: Omit<SelectAllProps, 'selected'> & { ids: number[] }) => {
  const open = useSetAtom(bulkDialogAtom)
  const { clear } = useSelectAll()
  return (
    <section
      aria-label="Selection"
      className="z-10 flex flex-wrap items-center gap-x-4 gap-y-2 bg-paper max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:border-t max-sm:border-line max-sm:px-4 max-sm:py-2.5 max-sm:shadow-high sm:py-3 sm:[grid-area:1/1]"
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
        <Button className="max-sm:flex-1" onClick={() => open({ kind: 'edit', linkIds: ids })}>
          Edit Selected
        </Button>
        <Button
          look="danger"
          className="max-sm:flex-1"
          onClick={() => open({ kind: 'delete', linkIds: ids })}
        >
          Delete Selected
        </Button>
      </div>
    </section>
  )
}
