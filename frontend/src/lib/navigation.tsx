import { atom } from 'jotai'
import { createContext, type ReactNode, type RefObject, use, useLayoutEffect, useRef, useState } from 'react'
import { type AroundNavHandler, Router, useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'

/** A place in a list of links, or of other items. */
export type ListPosition = {
  /** The first item completely in view, its index in the list, and its distance from the top of the window in px. */
  readonly linkId: number | string
  readonly index: number
  readonly top: number
  /** How many were loaded. */
  readonly loaded: number
}

/** The list that the reader was opened from: its address and the number of loaded items. */
export type ListOrigin = {
  readonly path: string
  readonly search: string
  readonly loaded: number
  /** The order of the list where that is not the one that the person chose for the view. */
  readonly sort?: 'lastRead'
}

/** The state of a history entry. Back, Forward and a reload restore it. */
export type EntryState = {
  readonly list?: ListPosition
  readonly from?: ListOrigin
  /** The step of the signup, or the last one of a recovery. */
  readonly step?: 'plan' | 'done'
  /** The email typed on the screen before. */
  readonly email?: string
  /** The token of a mail's link, which the address no longer has. */
  readonly token?: string
  /** The address of what a visitor wanted to save, where the signup leads to it. */
  readonly toSave?: string
  /** The account was deleted just now. */
  readonly isDeleted?: true
  /** Nobody chose the moment of the library that is shown. */
  readonly isAnyMoment?: true
  /** Where the sign-in leads to, in place of the dashboard. */
  readonly next?: string
}

export const readEntry = (): EntryState => (history.state as EntryState | null) ?? {}

export const useEntry = (): EntryState => useHistoryState<EntryState | null>() ?? {}

/** Stores the position in the current entry. null removes it. */
export const writePosition = (list: ListPosition | null): void => {
  const { list: before, ...others } = readEntry()
  if (before?.linkId === list?.linkId && before?.top === list?.top && before?.loaded === list?.loaded) return
  history.replaceState(list ? { ...others, list } : others, '')
}

/** The number of items to load for the list of the current entry; 0 for a first visit. */
export const readLoaded = (): number => {
  const { list, from } = readEntry()
  return list?.loaded ?? from?.loaded ?? 0
}

type Options = { readonly replace?: boolean; readonly state?: EntryState }

export const useNavigate = (): ((to: string, options?: Options) => void) => useLocation()[1]

/** Goes back to the list that the current entry was opened from. @returns whether there is one */
export const backToList = (): boolean => {
  if (!readEntry().from) return false
  history.back()
  return true
}

/** The link that the reader showed last. The list focuses it after Back. */
export const lastReadAtom = atom<ListPosition['linkId'] | null>(null)

/** Stores the position of the list on the screen and returns the number of loaded links. */
type Keep = () => number

const OpenList = createContext<RefObject<Keep | null>>({ current: null })

/** Calls `keep` before another entry opens and before the page unloads. `keep` must not change between renders. */
export const useOpenList = (keep: Keep): void => {
  const open = use(OpenList)
  useLayoutEffect(() => {
    const restoration = history.scrollRestoration
    history.scrollRestoration = 'manual'
    open.current = keep
    addEventListener('pagehide', keep)
    return () => {
      history.scrollRestoration = restoration
      open.current = null
      removeEventListener('pagehide', keep)
    }
  }, [open, keep])
}

const pathOf = (to: string): string => new URL(to, location.href).pathname

/** Every navigation passes here: the list keeps its position, and a screen that it opens knows the list. */
export const Navigation = ({ children }: { children: ReactNode }) => {
  const open = useRef<Keep>(null)
  const [aroundNav] = useState(
    (): AroundNavHandler => (navigate, to, options) => {
      const loaded = open.current?.()
      const isOpened = loaded !== undefined && !options?.replace && pathOf(to) !== location.pathname
      const from: EntryState = isOpened
        ? { from: { path: location.pathname, search: location.search, loaded } }
        : {}
      navigate(to, { ...options, state: { ...from, ...options?.state } })
    },
  )
  return (
    <OpenList value={open}>
      <Router aroundNav={aroundNav}>{children}</Router>
    </OpenList>
  )
}
