import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { ToastRegion } from './toast-region.tsx'
import { type Toast, ToastingContext } from './use-toast.ts'

let count = 0

/**
 * Holds the one toast on the screen; a newer one replaces it. Mount it once, outside the session and its state, so that
 * a toast survives a sign-in.
 */
export const Toasts = ({ children }: { children: ReactNode }) => {
  const [toast, setToast] = useState<(Toast & { id: number }) | null>(null)
  const [toasting] = useState(() => ({
    show: (shown: Toast) => setToast({ ...shown, id: ++count }),
    dismissActions: () => setToast(now => (now?.action ? null : now)),
  }))
  return (
    <ToastingContext value={toasting}>
      {children}
      {createPortal(
        <ToastRegion toast={toast} onGone={gone => setToast(now => (now?.id === gone.id ? null : now))} />,
        document.body,
      )}
    </ToastingContext>
  )
}
