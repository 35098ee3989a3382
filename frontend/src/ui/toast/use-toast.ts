import { atom, useSetAtom } from 'jotai'
import { useCallback } from 'react'

export type Toast = {
  title: string
  description?: string
  tone?: 'plain' | 'danger'
  action?: { label: string; onAction: () => void }
}

/** The one toast on the screen; a newer one replaces it. */
export const toastAtom = atom<(Toast & { id: number }) | null>(null)

let count = 0

export const useToast = (): ((toast: Toast) => void) => {
  const set = useSetAtom(toastAtom)
  return useCallback(toast => set({ ...toast, id: ++count }), [set])
}
