import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import {
  type Face,
  FONT_SIZE,
  type ReaderTheme,
  type Spacing,
  useReaderSettings,
  type Width,
} from './settings.ts'

const THEMES: readonly { theme: ReaderTheme; label: string }[] = [
  { theme: 'light', label: 'Light' },
  { theme: 'sepia', label: 'Sepia' },
  { theme: 'dark', label: 'Dark' },
]

const WIDTHS: readonly { width: Width; label: string }[] = [
  { width: 'narrow', label: 'Narrow' },
  { width: 'medium', label: 'Medium' },
  { width: 'wide', label: 'Wide' },
]

const FACES: readonly { face: Face; label: string }[] = [
  { face: 'book', label: 'Book' },
  { face: 'plain', label: 'Plain' },
  { face: 'humanist', label: 'Humanist' },
  { face: 'dyslexic', label: 'Dyslexic' },
]

const SPACINGS: readonly { spacing: Spacing; label: string }[] = [
  { spacing: 'close', label: 'Close' },
  { spacing: 'usual', label: 'Usual' },
  { spacing: 'open', label: 'Open' },
]

export const FontSize = () => {
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

export const ThemeChoice = () => {
  const { theme: chosen, setTheme } = useReaderSettings()
  return (
    <Choice legend="Theme" columns="grid-cols-3">
      {THEMES.map(({ theme, label }) => (
        <Option
          key={theme}
          name="reader-theme"
          isChosen={theme === chosen}
          onChoose={() => setTheme(theme)}
          className="font-serif"
        >
          <span data-theme={theme} className="grid size-full place-items-center bg-paper text-ink">
            {label}
          </span>
        </Option>
      ))}
    </Choice>
  )
}

export const FaceChoice = () => {
  const { face: chosen, setFace } = useReaderSettings()
  return (
    <Choice legend="Typeface" columns="grid-cols-2">
      {FACES.map(({ face, label }) => (
        <Option
          key={face}
          name="reader-face"
          isChosen={face === chosen}
          onChoose={() => setFace(face)}
          className={face === 'book' ? 'font-serif' : 'font-sans'}
        >
          <span className="grid size-full place-items-center">{label}</span>
        </Option>
      ))}
    </Choice>
  )
}

export const WidthChoice = () => {
  const { width: chosen, setWidth } = useReaderSettings()
  return (
    <Choice legend="Line length" columns="grid-cols-3">
      {WIDTHS.map(({ width, label }) => (
        <Option key={width} name="reader-width" isChosen={width === chosen} onChoose={() => setWidth(width)}>
          <span className="grid size-full place-items-center">{label}</span>
        </Option>
      ))}
    </Choice>
  )
}

export const SpacingChoice = () => {
  const { spacing: chosen, setSpacing } = useReaderSettings()
  return (
    <Choice legend="Line spacing" columns="grid-cols-3">
      {SPACINGS.map(({ spacing, label }) => (
        <Option
          key={spacing}
          name="reader-spacing"
          isChosen={spacing === chosen}
          onChoose={() => setSpacing(spacing)}
        >
          <span className="grid size-full place-items-center">{label}</span>
        </Option>
      ))}
    </Choice>
  )
}

const Choice = ({ legend, columns, children }: { legend: string; columns: string; children: ReactNode }) => (
  <fieldset>
    <legend className="mb-2 font-medium">{legend}</legend>
    <div className={cx('grid gap-2', columns)}>{children}</div>
  </fieldset>
)

type OptionProps = {
  name: string
  isChosen: boolean
  onChoose: () => void
  className?: string
  children: ReactNode
}

const Option = ({ name, isChosen, onChoose, className, children }: OptionProps) => (
  <label
    className={cx(
      'h-11 cursor-pointer overflow-hidden rounded-control border has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-marker-ink',
      isChosen ? 'border-ink ring-1 ring-ink' : 'border-edge',
      className,
    )}
  >
    <input type="radio" name={name} className="sr-only" checked={isChosen} onChange={onChoose} />
    {children}
  </label>
)
