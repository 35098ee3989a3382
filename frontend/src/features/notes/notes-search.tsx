import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'

/** A search is sent after this pause in typing. */
const TYPING_PAUSE_MS = 150

type Props = { q: string; onSearch: (text: string) => void }

/** Searches while the person types. */
export const NotesSearch = ({ q, onSearch }: Props) => {
  const [text, setText] = useState(q)
  const input = useRef<HTMLInputElement>(null)
  const sent = useRef(q)

  // The address was changed elsewhere, by Back or by a button that clears it.
  useEffect(() => {
    if (q === sent.current) return
    sent.current = q
    setText(q)
  }, [q])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the text changes
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === sent.current) return
    const timer = setTimeout(() => {
      sent.current = wanted
      onSearch(wanted)
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <search className="relative flex w-full items-center sm:max-w-md">
      <Search aria-hidden className="pointer-events-none absolute left-3 text-ink-3" />
      <input
        ref={input}
        type="search"
        aria-label="Search notes"
        placeholder="Search notes and article titles"
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
        className="h-9 w-full min-w-0 rounded-control border border-edge bg-surface pr-11 pl-10 text-ellipsis placeholder:text-ink-3 pointer-coarse:h-11 pointer-coarse:text-[1rem] [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== '' && (
        <IconButton
          aria-label="Clear search"
          className="absolute right-0.5 size-8! pointer-coarse:size-11!"
          onClick={() => {
            setText('')
            input.current?.focus()
          }}
        >
          <X aria-hidden />
        </IconButton>
      )}
    </search>
  )
}
