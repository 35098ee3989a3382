import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { settingAtom } from '../../lib/settings.ts'
import { paint, type Theme, useSetTheme, useTheme } from '../../lib/theme.ts'
import './faces.css'

export type ReaderTheme = Theme | 'sepia'
/** The book face, that of the interface, a humanist sans, one made for dyslexic readers. */
export type Face = keyof typeof FACES
export type Spacing = keyof typeof LINE_HEIGHTS
export type Width = keyof typeof WIDTHS

export const FONT_SIZE = { least: 12, most: 24, step: 2, usual: 16 } as const
/** How wide text in a face is, beside the book face. */
const FACES = { book: 1, plain: 1, humanist: 0.88, dyslexic: 1.58 } as const
export const LINE_HEIGHTS = { close: 1.5, usual: 1.68, open: 1.95 } as const
/** The width of the column in em of the book face. A line has about 61, 67 or 74 characters, in any face. */
export const WIDTHS = { narrow: 28, medium: 31, wide: 34 } as const

/** `theme` 'dark' is the dark theme of the app: the reader is dark while the app is. */
type Settings = { size: number; theme: ReaderTheme | 'app'; width: Width; face: Face; spacing: Spacing }

const USUAL: Settings = {
  ...{ size: FONT_SIZE.usual, theme: 'app', width: 'medium', face: 'book', spacing: 'usual' },
}

const oneOf = <T extends string>(word: string | undefined, words: readonly T[], usual: T): T =>
  words.find(each => each === word) ?? usual

const clamp = (size: number) => Math.min(FONT_SIZE.most, Math.max(FONT_SIZE.least, size))

/** Stored as five words, for example '18 sepia wide book usual'. Earlier versions stored four. */
const parse = (stored: string | null): Settings => {
  const [size, theme, width, face, spacing] = (stored ?? '').split(' ')
  return {
    size: Number(size) ? clamp(Number(size)) : USUAL.size,
    theme: oneOf(theme, ['light', 'sepia', 'dark', 'app'], USUAL.theme),
    width: oneOf(width, Object.keys(WIDTHS) as Width[], USUAL.width),
    face: oneOf(face, Object.keys(FACES) as Face[], USUAL.face),
    spacing: oneOf(spacing, Object.keys(LINE_HEIGHTS) as Spacing[], USUAL.spacing),
  }
}

const settingsAtom = settingAtom('reader', parse, ({ size, theme, width, face, spacing }) =>
  [size, theme, width, face, spacing].join(' '),
)

/** How articles look on this device: text size in px, theme, line length, face, line spacing. */
export const useReaderSettings = () => {
  const [settings, set] = useAtom(settingsAtom)
  const appTheme = useTheme()
  const setAppTheme = useSetTheme()
  const { theme, width, face } = settings
  return {
    ...settings,
    theme: theme === 'light' || theme === 'sepia' ? theme : appTheme,
    /** The width of the column in rem. */
    column: (settings.size / 16) * WIDTHS[width] * FACES[face],
    setSize: (size: number) => set({ ...settings, size: clamp(size) }),
    setTheme: (theme: ReaderTheme) => {
      if (theme === 'dark') setAppTheme('dark')
      set({ ...settings, theme })
    },
    setWidth: (width: Width) => set({ ...settings, width }),
    setFace: (face: Face) => set({ ...settings, face }),
    setSpacing: (spacing: Spacing) => set({ ...settings, spacing }),
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

/** Faces that few choose come when they are chosen. Until then, and without a connection, their text has the face of the interface. */
const LATER: Partial<Record<Face, () => Promise<unknown>>> = {
  humanist: () => import('./humanist.css'),
  dyslexic: () => import('./dyslexic.css'),
}

/** Properties of an element that shows text as articles look. */
export const useTypography = () => {
  const { size, face, spacing } = useReaderSettings()
  useEffect(() => {
    LATER[face]?.().catch(() => {})
  }, [face])
  return {
    'data-face': face,
    style: { fontSize: `${size / 16}rem`, lineHeight: LINE_HEIGHTS[spacing] },
  } as const
}
