import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { settingAtom } from './settings.ts'

export type Theme = 'light' | 'dark'

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)')
const systemTheme = (): Theme => (prefersDark().matches ? 'dark' : 'light')

/** null: the theme of the system. */
const chosenAtom = settingAtom<Theme | null>('theme', stored =>
  stored === 'light' || stored === 'dark' ? stored : null,
)

const systemAtom = atom<Theme>(systemTheme())
systemAtom.onMount = set => {
  const follow = () => set(systemTheme())
  const system = prefersDark()
  follow()
  system.addEventListener('change', follow)
  return () => system.removeEventListener('change', follow)
}

const themeAtom = atom(get => get(chosenAtom) ?? get(systemAtom))

export const useTheme = (): Theme => useAtomValue(themeAtom)

export const useSetTheme = (): ((theme: Theme) => void) => useSetAtom(chosenAtom)

/** Applies a theme to the page and to the browser's address bar. */
export const paint = (theme: Theme | 'sepia'): void => {
  const root = document.documentElement
  root.dataset.theme = theme
  const paper = getComputedStyle(root).getPropertyValue('--paper').trim()
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', paper)
}

/** Applies the chosen theme, or the system's. */
export const useAppTheme = (): void => {
  const theme = useTheme()
  useEffect(() => paint(theme), [theme])
}
