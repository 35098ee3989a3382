import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { lazyPart } from '../lazy-part.tsx'
import { type Toast, ToastingContext } from './use-toast.ts'

/** Loads at the start, so that assistive technology knows the region before it has a toast. */
const region = lazyPart(() => import('./toast-region.tsx'), { failed: () => null })

let count = 0

/**
 * Holds the one toast on the screen; a newer one replaces it. Mount it once, outside the session and its state, so that
 * a toast survives a sign-in.
 */
export const Toasts = ({ children }: { children: ReactNode }) => {
  const [toast, setToast] = useState<(Toast & { id: number }) | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [toasting] = useState(() => ({
    show: (shown: Toast) => setToast({ ...shown, id: ++count }),
    dismissActions: () => setToast(now => (now?.action ? null : now)),
  }))
  return (
    <ToastingContext value={toasting}>
      {children}
      {createPortal(
        <region.Component
          // Where its code could not be loaded, each toast tries again.
          key={hasFailed ? toast?.id : undefined}
          onFailure={() => setFailed(true)}
          toast={toast}
          onGone={gone => setToast(now => (now?.id === gone.id ? null : now))}
        />,
        document.body,
      )}
    </ToastingContext>
  )
}
