import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { readStored, writeStored } from './storage.ts'

export type Theme = 'light' | 'dark'

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)')

const current = (): Theme => {
  const stored = readStored('theme')
  if (stored === 'light' || stored === 'dark') return stored
  return prefersDark().matches ? 'dark' : 'light'
}

const themeAtom = atom<Theme>(current())

export const useTheme = (): Theme => useAtomValue(themeAtom)

export const useSetTheme = (): ((theme: Theme) => void) => {
  const set = useSetAtom(themeAtom)
  return theme => {
    writeStored('theme', theme)
    set(theme)
  }
}

const PAPER = { light: '#f7f5f0', dark: '#161513', sepia: '#f4ecd8' }

/** Applies a theme to the page and to the browser's address bar. */
export const paint = (theme: Theme | 'sepia'): void => {
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', PAPER[theme])
}

/** Applies the chosen theme, and follows changes of the system's theme and of other tabs. */
export const useAppTheme = (): void => {
  const theme = useAtomValue(themeAtom)
  const set = useSetAtom(themeAtom)
  useEffect(() => paint(theme), [theme])
  useEffect(() => {
    const follow = () => set(current())
    const system = prefersDark()
    system.addEventListener('change', follow)
    addEventListener('storage', follow)
    return () => {
      system.removeEventListener('change', follow)
      removeEventListener('storage', follow)
    }
  }, [set])
}
