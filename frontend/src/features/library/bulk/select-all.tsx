import { type RefObject, useEffect, useRef } from 'react'
import { useSelectAll } from '../selection.ts'

export type SelectAllProps = {
  selected: number
  shown: number
  /** Set by the box that disappears and read by the box that replaces it, which then takes the focus. */
  keepsFocus: RefObject<boolean>
}

/** Selects all displayed links or none. Shows the indeterminate state while some are selected. */
export const SelectAll = ({ selected, shown, keepsFocus }: SelectAllProps) => {
  const { selectAll, clear } = useSelectAll()
  const box = useRef<HTMLInputElement>(null)
  const isAll = selected >= shown
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
        className="checkbox"
        checked={isAll}
        onChange={() => {
          keepsFocus.current = selected === 0 || isAll
          if (isAll) clear()
          else selectAll()
        }}
      />
      {/* In the bar the number stands beside it, and the row has no room for both. */}
      <span className={selected > 0 ? 'max-xl:sr-only' : 'max-sm:sr-only'}>Select all</span>
    </label>
  )
}
