import { CircleHelp, Search, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { Tip } from '../../../ui/tooltip/tip.tsx'
import { useView } from '../use-view.ts'

const SearchHelp = lazy(() => import('./search-help.tsx'))

/** Typing pauses this long before a search is sent, ms. */
const PAUSE = 120

/** Searches while one types; the address keeps the text. `/` brings the focus here. */
export const SearchBox = () => {
  const { filters, setSearchText } = useView()
  const [text, setText] = useState(filters.q)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const sent = useRef(filters.q)

  // The address changed otherwise: by Back, a collection's link or a button that clears it.
  useEffect(() => {
    if (filters.q === sent.current) return
    sent.current = filters.q
    setText(filters.q)
  }, [filters.q])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a changed text is sent
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === sent.current) return
    const timer = setTimeout(() => {
      sent.current = wanted
      setSearchText(wanted)
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [text])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element &&
        event.target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      if (document.querySelector('[role=dialog], [role=menu]')) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  return (
    <search className="relative flex w-full min-w-0 lg:max-w-md items-center">
      <Search aria-hidden className="pointer-events-none absolute left-3 text-ink-3" />
      <input
        ref={input}
        type="search"
        aria-label="Search"
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
        className="h-9 w-full min-w-0 rounded-control border border-edge bg-surface pr-20 pl-10 placeholder:text-ink-3 pointer-coarse:h-11 pointer-coarse:text-[1rem] [&::-webkit-search-cancel-button]:hidden"
      />
      <span className="absolute right-0.5 flex">
        {text !== '' && (
          <Tip label="Clear search">
            <IconButton
              aria-label="Clear search"
              className="size-8!"
              onClick={() => {
                setText('')
                input.current?.focus()
              }}
            >
              <X aria-hidden />
            </IconButton>
          </Tip>
        )}
        <Tip label="How to search">
          <IconButton
            aria-label="How to search"
            aria-haspopup="dialog"
            className="size-8!"
            onClick={() => setHelpOpen(true)}
          >
            <CircleHelp aria-hidden />
          </IconButton>
        </Tip>
      </span>
      {isHelpOpen && (
        <Suspense fallback={null}>
          <SearchHelp onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </search>
  )
}
