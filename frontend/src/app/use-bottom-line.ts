import { useEffect } from 'react'

/** Gives a line at the bottom its height while it is shown, above which bars and toasts stand. */
export const useBottomLine = (name: '--connection-line' | '--update-line', isShown: boolean): void =>
  useEffect(() => {
    if (!isShown) return
    const { style } = document.documentElement
    style.setProperty(name, '1.75rem')
    return () => void style.removeProperty(name)
  }, [name, isShown])
