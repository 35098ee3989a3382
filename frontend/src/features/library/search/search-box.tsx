import { useSetAtom } from 'jotai'
import { CircleHelp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useShortcutsEnabled } from '../../../lib/keyboard/switch.ts'
import { SearchField } from '../../../parts/search-field.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Tip } from '../../../ui/tooltip/tip.tsx'
import { useView } from '../use-view.ts'
import { wantsFirstAtom } from './first-result.ts'

const help = lazyPart(() => import('./search-help.tsx'))

/** Searches while the user types and keeps the text in the address. The shortcut / focuses it. */
export const SearchBox = () => {
  const { filters, setSearchText } = useView()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const hasShortcuts = useShortcutsEnabled()
  const box = useRef<HTMLElement>(null)
  const setWantsFirst = useSetAtom(wantsFirstAtom)
  return (
    <SearchField
      ref={box}
      label="Search"
      placeholder="Search titles, notes, #tags, site:…"
      q={filters.q}
      onSearch={setSearchText}
      onType={() => setWantsFirst(null)}
      onEnter={setWantsFirst}
      shortcut={hasShortcuts ? '/' : undefined}
      className="group min-w-0 lg:max-w-md"
      inputClassName="pr-20 pointer-coarse:pr-24"
      whenEmpty={
        hasShortcuts && (
          <span
            aria-hidden
            className="mr-1 self-center group-focus-within:invisible max-lg:hidden pointer-coarse:hidden"
          >
            <Kbd>/</Kbd>
          </span>
        )
      }
    >
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
      {isHelpOpen && (
        <help.Component box={box} onClose={() => setHelpOpen(false)} onFailure={() => setHelpOpen(false)} />
      )}
    </SearchField>
  )
}
