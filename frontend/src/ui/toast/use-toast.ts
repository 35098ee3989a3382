import { createContext, use } from 'react'

type Action = { label: string; onAction: () => void }

export type Toast = {
  title: string
  description?: string
  /** note: it says something, and nothing was done. */
  tone?: 'plain' | 'note' | 'danger'
  action?: Action
  /** What it offers before the action. */
  more?: readonly Action[]
}

type Toasting = {
  readonly show: (toast: Toast) => void
  readonly dismissActions: () => void
}

/** Provided by Toasts. */
export const ToastingContext = createContext<Toasting | null>(null)

const useToasting = (): Toasting => {
  const toasting = use(ToastingContext)
  if (!toasting) throw new Error('A toast is used outside Toasts')
  return toasting
}

export const useToast = (): ((toast: Toast) => void) => useToasting().show

/** Removes the toast if it carries an action. Call it at sign-out, because the action belongs to the session. */
export const useDismissToasts = (): (() => void) => useToasting().dismissActions

/** Whether an element is in the toast region. Events there leave an open dialog alone. */
export const isInToasts = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-toasts]') !== null
