import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { settingAtom } from '../../lib/settings.ts'
import { paint, type Theme, useTheme } from '../../lib/theme.ts'

export type ReaderTheme = Theme | 'sepia'

export const FONT_SIZE = { least: 12, most: 24, step: 2, usual: 16 } as const
const THEMES: readonly string[] = ['light', 'sepia', 'dark']

/** theme null: the theme of the app. */
type Settings = { size: number; theme: ReaderTheme | null }

const clamp = (size: number) => Math.min(FONT_SIZE.most, Math.max(FONT_SIZE.least, size))

/** Stored as 'size theme', for example '18 sepia'. */
const parse = (stored: string | null): Settings => {
  const [size, theme] = (stored ?? '').split(' ')
  return {
    size: Number(size) ? clamp(Number(size)) : FONT_SIZE.usual,
    theme: theme && THEMES.includes(theme) ? (theme as ReaderTheme) : null,
  }
}

const settingsAtom = settingAtom('reader', parse, ({ size, theme }) => `${size} ${theme ?? ''}`.trim())

/** The text size in px and the theme, for all articles. */
export const useReaderSettings = () => {
  const [settings, change] = useAtom(settingsAtom)
  const appTheme = useTheme()
  return {
    size: settings.size,
    theme: settings.theme ?? appTheme,
    setSize: (size: number) => change({ ...settings, size: clamp(size) }),
    setTheme: (theme: ReaderTheme) => change({ ...settings, theme }),
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
