import { useSyncExternalStore } from 'react'

/** The theme that the page has now. The setting is ahead of it: the page gets its theme after the parts in it are drawn. */
export const usePaintedTheme = (): string | undefined =>
  useSyncExternalStore(
    listener => {
      const observer = new MutationObserver(listener)
      observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
      return () => observer.disconnect()
    },
    () => document.documentElement.dataset.theme,
  )
