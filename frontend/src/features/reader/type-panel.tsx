import { Minus, Plus } from 'lucide-react'
import type { RefObject } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { PopoverPanel } from '../../ui/popover-panel.tsx'
import { FONT_SIZE, type ReaderTheme, useReaderSettings } from './settings.ts'

const THEMES: readonly { theme: ReaderTheme; label: string }[] = [
  { theme: 'light', label: 'Light' },
  { theme: 'sepia', label: 'Sepia' },
  { theme: 'dark', label: 'Dark' },
]

type Props = { owner: RefObject<HTMLElement | null>; onClose: () => void }

/** The text size and the theme. */
export default function TypePanel({ owner, onClose }: Props) {
  return (
    <PopoverPanel
      label="Text size and theme"
      owner={owner}
      align="end"
      className="flex w-66 flex-col gap-4"
      onClose={onClose}
    >
      <FontSize />
      <ThemeChoice />
    </PopoverPanel>
  )
}

const FontSize = () => {
  const { size, setSize } = useReaderSettings()
  return (
    <fieldset className="flex items-center justify-between">
      <legend className="float-left py-2 font-medium">Text size</legend>
      <div className="flex items-center">
        <IconButton
          aria-label="Smaller text"
          disabled={size <= FONT_SIZE.least}
          onClick={() => setSize(size - FONT_SIZE.step)}
          className="disabled:opacity-40"
        >
          <Minus aria-hidden />
        </IconButton>
        <output className="tabular w-14 text-center">{size} px</output>
        <IconButton
          aria-label="Larger text"
          disabled={size >= FONT_SIZE.most}
          onClick={() => setSize(size + FONT_SIZE.step)}
          className="disabled:opacity-40"
        >
          <Plus aria-hidden />
        </IconButton>
      </div>
    </fieldset>
  )
}

const ThemeChoice = () => {
  const { theme: chosen, setTheme } = useReaderSettings()
  return (
    <fieldset>
      <legend className="mb-2 font-medium">Theme</legend>
      <div className="grid grid-cols-3 gap-2">
        {THEMES.map(({ theme, label }) => (
          <label
            key={theme}
            className={cx(
              'h-12 cursor-pointer overflow-hidden rounded-control border font-serif has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-marker-ink',
              theme === chosen ? 'border-ink ring-1 ring-ink' : 'border-edge',
            )}
          >
            <input
              type="radio"
              name="reader-theme"
              className="sr-only"
              checked={theme === chosen}
              onChange={() => setTheme(theme)}
            />
            <span data-theme={theme} className="grid size-full place-items-center bg-paper text-ink">
              {label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
