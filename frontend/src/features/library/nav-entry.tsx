import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { Id } from '../../data/id.ts'
import { formatCount } from '../../lib/format.ts'
import { cx } from '../../ui/cx.ts'
import { draggedLink } from './collections/drag.ts'

type Props = {
  href: string
  /** Handles a link dropped here; without it the entry accepts no drops. */
  onDropped?: (id: Id) => void
  isCurrent: boolean
  count: number | undefined
  onLeave: () => void
  /** F2 was pressed. */
  onRename?: () => void
  menu?: ReactNode
  children: ReactNode
}

/** A place of the library, with its number of links and a menu that appears on hover and focus. */
export const NavEntry = ({ href, onDropped, isCurrent, count, onLeave, onRename, menu, children }: Props) => {
  const [isOver, setOver] = useState(false)
  return (
    <li
      className={cx(
        'group relative rounded-control',
        isCurrent ? 'bg-sunken' : 'hover:bg-sunken/60',
        isOver && 'ring-2 ring-marker',
      )}
      onDragOver={event => {
        if (!onDropped || !draggedLink.isIn(event.dataTransfer)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        setOver(false)
        const id = draggedLink.read(event.dataTransfer)
        if (id === null) return
        event.preventDefault()
        onDropped?.(id)
      }}
    >
      <Link
        href={href}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onLeave}
        onKeyDown={event => event.key === 'F2' && onRename?.()}
        className={cx(
          'flex min-h-9 items-center gap-2.5 rounded-control px-2.5 pointer-coarse:min-h-11',
          isCurrent && 'font-semibold',
          menu ? 'pointer-coarse:pr-13' : '',
        )}
      >
        {children}
        {count !== undefined && (
          <span
            className={cx(
              'tabular font-normal text-ink-2',
              menu
                ? 'pointer-fine:group-focus-within:opacity-0 pointer-fine:group-hover:opacity-0 pointer-fine:group-has-aria-expanded:opacity-0'
                : '',
            )}
          >
            {formatCount(count)}
          </span>
        )}
      </Link>
      {menu && (
        <span className="absolute inset-y-0 right-0 flex items-center opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:opacity-100">
          {menu}
        </span>
      )}
    </li>
  )
}
