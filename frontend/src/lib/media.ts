import { useSyncExternalStore } from 'react'

/** The query of a screen that is used by touch, where there is nothing to hover with and often no keyboard. */
export const TOUCH = '(hover: none) and (pointer: coarse)'
/** The query of a screen as narrow as a phone. Tailwind's max-sm says the same. */
export const PHONE = '(width < 40rem)'

/** Whether a media query matches. Follows it. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    listener => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
