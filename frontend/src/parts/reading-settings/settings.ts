import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { settingAtom } from '../../lib/settings.ts'
import { paint, type Theme, useSetTheme, useTheme } from '../../lib/theme.ts'

export type ReaderTheme = Theme | 'sepia'
/** The book face, or that of the interface. */
export type Face = 'book' | 'plain'
export type Width = keyof typeof WIDTHS

export const FONT_SIZE = { least: 12, most: 24, step: 2, usual: 16 } as const
/** The width of the column in em. A line has about 61, 67 or 74 characters, in either face. */
export const WIDTHS = { narrow: 28, medium: 31, wide: 34 } as const

/** `theme` 'dark' is the dark theme of the app: the reader is dark while the app is. */
type Settings = { size: number; theme: ReaderTheme | 'app'; width: Width; face: Face }

const USUAL: Settings = { size: FONT_SIZE.usual, theme: 'app', width: 'medium', face: 'book' }

const oneOf = <T extends string>(word: string | undefined, words: readonly T[], usual: T): T =>
  words.find(each => each === word) ?? usual

const clamp = (size: number) => Math.min(FONT_SIZE.most, Math.max(FONT_SIZE.least, size))

/** Stored as four words, for example '18 sepia wide book'. */
const parse = (stored: string | null): Settings => {
  const [size, theme, width, face] = (stored ?? '').split(' ')
  return {
    size: Number(size) ? clamp(Number(size)) : USUAL.size,
    theme: oneOf(theme, ['light', 'sepia', 'dark', 'app'], USUAL.theme),
    width: oneOf(width, Object.keys(WIDTHS) as Width[], USUAL.width),
    face: oneOf(face, ['book', 'plain'], USUAL.face),
  }
}

const settingsAtom = settingAtom('reader', parse, ({ size, theme, width, face }) =>
  [size, theme, width, face].join(' '),
)

/** How articles look on this device: text size in px, theme, line length, face. */
export const useReaderSettings = () => {
  const [settings, set] = useAtom(settingsAtom)
  const appTheme = useTheme()
  const setAppTheme = useSetTheme()
  const { theme, width } = settings
  return {
    ...settings,
    theme: theme === 'light' || theme === 'sepia' ? theme : appTheme,
    /** The width of the column in rem. */
    column: (settings.size / 16) * WIDTHS[width],
    setSize: (size: number) => set({ ...settings, size: clamp(size) }),
    setTheme: (theme: ReaderTheme) => {
      if (theme === 'dark') setAppTheme('dark')
      set({ ...settings, theme })
    },
    setWidth: (width: Width) => set({ ...settings, width }),
    setFace: (face: Face) => set({ ...settings, face }),
  }
}

/** Applies the reader's theme while the reader is open, and the app's theme after it. */
export const useReaderTheme = (): void => {
  const { theme } = useReaderSettings()
  const appTheme = useTheme()
  useEffect(() => {
    paint(theme)
    return () => paint(appTheme)
  }, [theme, appTheme])
}
