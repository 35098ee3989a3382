import type { Id } from '../../data/id.ts'
import { cx } from '../../ui/cx.ts'
import { useHasSelection, useIsSelected, useSelect } from './selection.ts'

type Props = { id: Id; title: string; className: string }

/**
 * A card's checkbox. Visible on hover and focus, and on all cards while any link is selected. On touch a long press and
 * the menu select the first link, so that a tap cannot hit a box that is not seen. Shift selects a range.
 */
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
          : 'opacity-0 focus-within:opacity-100 pointer-fine:group-hover/card:opacity-100 pointer-coarse:pointer-events-none',
        className,
      )}
    >
      <span className="grid size-6 pointer-coarse:size-7.5 place-items-center rounded-[6px] bg-surface shadow-low">
        <input
          type="checkbox"
          aria-label={`Select ${title}`}
          className="checkbox"
          checked={isSelected}
          // Click events carry the Shift key; change events do not.
          onChange={() => undefined}
          onClick={event => select({ id, isOn: !isSelected, isRange: event.shiftKey })}
        />
      </span>
    </label>
  )
}
