import { Check, type LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { useRef } from 'react'
import { cx } from '../cx.ts'
import type { MenuEntry, OnChoose } from './menu.tsx'

type Props = {
  label: string
  entries: readonly MenuEntry[]
  heading: string | undefined
  /** The element that holds the menu's button. */
  owner: HTMLElement | null
  onClose: () => void
  onCloseFocus: () => void
}

const ITEM =
  'flex min-h-9 items-center gap-2.5 rounded-[7px] px-2.5 py-1.5 outline-none select-none data-highlighted:bg-sunken pointer-coarse:min-h-11'

/** A menu, open while mounted, placed at its parent element. The visible button is outside, because it exists before this code loads. */
export default function MenuPanel({ label, entries, heading, owner, onClose, onCloseFocus }: Props) {
  // The chosen action runs after the menu has closed and its button has the focus, so that a dialog returns the focus there.
  const chosen = useRef<(() => void) | null>(null)
  // Radix sees no key, because the menu is not there yet when the button is pressed.
  const startsAtEntry = useRef(owner?.querySelector(':focus-visible') !== null)
  return (
    <Radix.Root open modal={false} onOpenChange={open => !open && onClose()}>
      <Radix.Trigger asChild>
        <span aria-hidden className="pointer-events-none absolute inset-0" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          aria-labelledby={undefined}
          // A menu that scrolls can have the focus itself.
          tabIndex={0}
          loop
          onFocus={({ target, currentTarget }) => {
            if (target !== currentTarget || !startsAtEntry.current) return
            startsAtEntry.current = false
            const entry = (which: string) =>
              currentTarget.querySelector<HTMLElement>(`[role^=menuitem]${which}`)
            const first = entry('[aria-checked=true]') ?? entry('')
            first?.focus()
          }}
          onInteractOutside={event => {
            // The button closes its menu itself. If this closed it first, the click would open it again.
            if (event.target instanceof Node && owner?.contains(event.target)) event.preventDefault()
          }}
          onCloseAutoFocus={event => {
            event.preventDefault()
            onCloseFocus()
            chosen.current?.()
          }}
          className="z-40 max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(20rem,calc(100vw-1rem))] min-w-48 overflow-y-auto animate-rise rounded-[11px] border border-line bg-surface p-1.5 text-ui shadow-high"
        >
          {heading && (
            <Radix.Label className="truncate px-2.5 pt-1 pb-2 text-meta text-ink-3">{heading}</Radix.Label>
          )}
          {entries.map(entry => (
            <Entry
              key={entry.label}
              entry={entry}
              onChoose={onSelect => {
                chosen.current = onSelect
              }}
            />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Entry({ entry, onChoose }: { entry: MenuEntry; onChoose: OnChoose }) {
  if ('part' in entry) return entry.part(onChoose)
  if ('isChosen' in entry)
    return (
      <Radix.Item
        role={entry.isAlone ? 'menuitemcheckbox' : 'menuitemradio'}
        aria-checked={entry.isChosen}
        onSelect={() => onChoose(entry.onSelect)}
        className={ITEM}
      >
        <Check aria-hidden className={entry.isChosen ? '' : 'invisible'} />
        {entry.label}
      </Radix.Item>
    )
  const Icon = entry.icon
  const inside = (
    <>
      <Icon aria-hidden />
      {entry.label}
    </>
  )
  if ('href' in entry)
    return (
      <Radix.Item asChild className={ITEM}>
        <a href={entry.href} {...(entry.isElsewhere ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
          {inside}
        </a>
      </Radix.Item>
    )
  return <MenuItem {...entry} isDanger={entry.tone === 'danger'} onChoose={onChoose} />
}

type MenuItemProps = {
  label: string
  icon: LucideIcon
  isDanger?: boolean
  isDisabled?: boolean
  onSelect: () => void
  onChoose: OnChoose
}

/** An entry of the menu that does something. */
export const MenuItem = ({
  label,
  icon: Icon,
  isDanger,
  isDisabled = false,
  onSelect,
  onChoose,
}: MenuItemProps) => (
  <Radix.Item
    disabled={isDisabled}
    onSelect={() => onChoose(onSelect)}
    className={cx(ITEM, 'data-disabled:opacity-55', isDanger && 'text-danger')}
  >
    <Icon aria-hidden />
    {label}
  </Radix.Item>
)
