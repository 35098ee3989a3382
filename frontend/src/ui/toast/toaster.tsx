import { useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect } from 'react'
import { Optional } from '../optional.tsx'
import { type Toast, toastAtom } from './use-toast.ts'

const load = () => import('./toast-region.tsx')
const ToastRegion = lazy(load)

/** Loads the toast's code on the first key or click, so that toasts also work after the connection is lost. */
export const Toaster = () => {
  const toast = useAtomValue(toastAtom)
  useEffect(() => {
    const preload = () => void load().catch(() => undefined)
    addEventListener('pointerdown', preload, { once: true })
    addEventListener('keydown', preload, { once: true })
    return () => {
      removeEventListener('pointerdown', preload)
      removeEventListener('keydown', preload)
    }
  }, [])
  return (
    toast && (
      <Optional fallback={<PlainToast toast={toast} />}>
        <Suspense fallback={null}>
          <ToastRegion toast={toast} />
        </Suspense>
      </Optional>
    )
  )
}

/** Shows the toast when its code could not be loaded. */
const PlainToast = ({ toast }: { toast: Toast }) => (
  <p
    role="alert"
    className="fixed inset-x-4 bottom-4 z-50 rounded-control bg-ink px-4 py-3 text-paper shadow-high sm:left-auto sm:max-w-[420px]"
  >
    <span className="block font-medium">{toast.title}</span>
    {toast.description}
  </p>
)
