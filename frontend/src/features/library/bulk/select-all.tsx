import { type RefObject, useEffect, useRef } from 'react'
import { useSelectAll } from '../selection.ts'

export type SelectAllProps = {
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
