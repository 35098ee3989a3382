import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactElement, type ReactNode, useRef, useState } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import { Tip } from '../tooltip/tip.tsx'

export type MenuEntry =
  | {
      label: string
      icon: LucideIcon
      onSelect: () => void
      tone?: 'danger'
    }
  | { label: string; icon: LucideIcon; href: string; isElsewhere?: boolean }
  /** One of several choices. `isAlone`: a choice of its own, on or off. */
  | { label: string; isChosen: boolean; isAlone?: true; onSelect: () => void }
  /** An entry that draws itself, with MenuItem, because what it says depends on more than the menu loads. */
  | { label: string; part: (onChoose: OnChoose) => ReactNode }

/** Takes what an entry does, to do it once the menu has closed. */
export type OnChoose = (onSelect: () => void) => void

const menuPanel = lazyPart(() => import('./menu-panel.tsx'))

type Props = {
  /** The button's accessible name and tooltip. */
  label: string
  entries?: readonly MenuEntry[]
  /** A menu panel that loads together with its own entries. */
  panel?: typeof menuPanel
  /** Text above the entries. */
  heading?: string
  button: (props: ComponentProps<'button'>) => ReactElement<ComponentProps<'button'>>
}

/** A button and its menu. The menu's code loads when the pointer or the focus reaches the button. */
export const Menu = ({ label, entries = [], panel = menuPanel, heading, button }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const wrap = useRef<HTMLSpanElement>(null)
  return (
    <span ref={wrap} className="relative inline-flex">
      <Tip label={label}>
        {button({
          'aria-label': label,
          'aria-haspopup': 'menu',
          'aria-expanded': isOpen,
          onPointerEnter: panel.preload,
          onFocus: panel.preload,
          onClick: () => setOpen(!isOpen),
          onKeyDown: event => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            setOpen(true)
          },
        })}
      </Tip>
      {isOpen && (
        <panel.Component
          label={label}
          entries={entries}
          heading={heading}
          owner={wrap.current}
          onClose={() => setOpen(false)}
          onFailure={() => setOpen(false)}
          onCloseFocus={() => wrap.current?.querySelector('button')?.focus()}
        />
      )}
    </span>
  )
}
