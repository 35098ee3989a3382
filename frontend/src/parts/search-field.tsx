import { Search, X } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Tip } from '../ui/tooltip/tip.tsx'

/** A search is sent after this pause in typing. */
const TYPING_PAUSE_MS = 120

type Props = {
  label: string
  placeholder: string
  /** The search in the address. */
  q: string
  onSearch: (text: string) => void
  /** The person types. */
  onType?: () => void
  /** Enter or the down arrow, with the text that is searched then. */
  onEnter?: (text: string) => void
  /** The key that focuses the field. */
  shortcut?: string | undefined
  className: string
  /** Room for what stands at the end. */
  inputClassName: string
  ref?: Ref<HTMLElement>
  /** Stands at the end while the field is empty. */
  whenEmpty?: ReactNode
  /** Stands at the end. */
  children?: ReactNode
}

/** Searches while the person types. Escape clears it. */
export const SearchField = ({
  label,
  placeholder,
  q,
  onSearch,
  onType,
  onEnter,
  shortcut,
  className,
  inputClassName,
  ref,
  whenEmpty,
  children,
}: Props) => {
  const [text, setText] = useState(q)
  const input = useRef<HTMLInputElement>(null)
  const sent = useRef(q)

  // The address was changed elsewhere: by Back, a link or a button that clears it.
  useEffect(() => {
    if (q === sent.current) return
    sent.current = q
    setText(q)
  }, [q])

  const search = (wanted: string) => {
    if (wanted === sent.current) return
    sent.current = wanted
    onSearch(wanted)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the text changes
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <search ref={ref} className={cx('relative flex w-full items-center', className)}>
      <Search aria-hidden className="pointer-events-none absolute left-3 text-ink-3" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts={shortcut}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        value={text}
        onChange={event => {
          setText(event.target.value)
          onType?.()
        }}
        onKeyDown={event => {
          if (
            onEnter &&
            (event.key === 'Enter' || event.key === 'ArrowDown') &&
            !event.nativeEvent.isComposing
          ) {
            event.preventDefault()
            search(text.trim())
            onEnter(text.trim())
          }
          // An Escape that closed something above the field is already taken.
          if (event.key !== 'Escape' || event.defaultPrevented) return
          if (text === '') document.getElementById('main')?.focus({ preventScroll: true })
          setText('')
        }}
        className={cx(
          'h-9 w-full min-w-0 rounded-control border border-edge bg-surface pl-10 text-ellipsis placeholder:text-ink-3 pointer-coarse:h-11 pointer-coarse:text-[1rem] [&::-webkit-search-cancel-button]:hidden',
          inputClassName,
        )}
      />
      <span className="absolute right-0.5 flex">
        {text === '' ? (
          whenEmpty
        ) : (
          <Tip label="Clear search">
            <IconButton
              aria-label="Clear search"
              className="size-8! pointer-coarse:size-11!"
              onClick={() => {
                setText('')
                input.current?.focus()
              }}
            >
              <X aria-hidden />
            </IconButton>
          </Tip>
        )}
        {children}
      </span>
    </search>
  )
}
