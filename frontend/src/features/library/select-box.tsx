import { cx } from '../../ui/cx.ts'
import { useHasSelection, useIsSelected, useSelect } from './selection.ts'

type Props = { id: number; title: string; className: string }

/** A card's checkbox. Visible on hover and focus, and on all cards while any link is selected. Shift selects a range. */
export const SelectBox = ({ id, title, className }: Props) => {
  const isSelected = useIsSelected(id)
  const hasSelection = useHasSelection()
  const select = useSelect()
  return (
    <label
      className={cx(
        'z-10 grid size-9 cursor-pointer place-items-center rounded-control pointer-coarse:size-11',
        hasSelection
          ? ''
          : 'pointer-fine:opacity-0 pointer-fine:group-hover/card:opacity-100 pointer-fine:focus-within:opacity-100',
        className,
      )}
    >
      <span className="grid size-6 place-items-center rounded-[6px] bg-surface shadow-low">
        <input
          type="checkbox"
          aria-label={`Select ${title}`}
          className="size-4.5 accent-(--ink)"
          checked={isSelected}
          // Click events carry the Shift key; change events do not.
          onChange={() => undefined}
          onClick={event => select({ id, isOn: !isSelected, isRange: event.shiftKey })}
        />
      </span>
    </label>
  )
}
