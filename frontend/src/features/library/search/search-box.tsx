import { CircleHelp, Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useShortcutsEnabled } from '../../../lib/keyboard/switch.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Tip } from '../../../ui/tooltip/tip.tsx'
import { useView } from '../use-view.ts'

const help = lazyPart(() => import('./search-help.tsx'))

/** A search is sent after this pause in typing. */
const TYPING_PAUSE_MS = 120

/** Searches while the user types and keeps the text in the address. The shortcut / focuses it. */
export const SearchBox = () => {
  const { filters, setSearchText } = useView()
  const [text, setText] = useState(filters.q)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const hasShortcuts = useShortcutsEnabled()
  const box = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const sent = useRef(filters.q)

  // The address was changed elsewhere: by Back, a collection's link or a button that clears it.
  useEffect(() => {
    if (filters.q === sent.current) return
    sent.current = filters.q
    setText(filters.q)
  }, [filters.q])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the text changes
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === sent.current) return
    const timer = setTimeout(() => {
      sent.current = wanted
      setSearchText(wanted)
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <search ref={box} className="group relative flex w-full min-w-0 lg:max-w-md items-center">
      <Search aria-hidden className="pointer-events-none absolute left-3 text-ink-3" />
      <input
        ref={input}
        type="search"
        aria-label="Search"
        aria-keyshortcuts={hasShortcuts ? '/' : undefined}
        placeholder="Search titles, notes, #tags, site:…"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Escape') return
          if (text === '') input.current?.blur()
          setText('')
        }}
        className="h-9 w-full min-w-0 rounded-control border border-edge bg-surface pr-20 pl-10 pointer-coarse:pr-24 text-ellipsis placeholder:text-ink-3 pointer-coarse:h-11 pointer-coarse:text-[1rem] [&::-webkit-search-cancel-button]:hidden"
      />
      <span className="absolute right-0.5 flex">
        {text !== '' && (
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
        {text === '' && hasShortcuts && (
          <span
            aria-hidden
            className="mr-1 self-center group-focus-within:invisible max-lg:hidden pointer-coarse:hidden"
          >
            <Kbd>/</Kbd>
          </span>
        )}
        <Tip label="How to search">
          <IconButton
            aria-label="How to search"
            aria-haspopup="dialog"
            aria-expanded={isHelpOpen}
            className="size-8! pointer-coarse:size-11!"
            onPointerEnter={help.preload}
            onFocus={help.preload}
            onClick={() => setHelpOpen(!isHelpOpen)}
          >
            <CircleHelp aria-hidden />
          </IconButton>
        </Tip>
      </span>
      {isHelpOpen && (
        <help.Component box={box} onClose={() => setHelpOpen(false)} onFailure={() => setHelpOpen(false)} />
      )}
    </search>
  )
}
