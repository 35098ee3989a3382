import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { toastAtom } from './use-toast.ts'

const ToastRegion = lazy(() => import('./toast-region.tsx'))

/** Loads the toast's code with the first toast. */
export const Toaster = () => {
  const toast = useAtomValue(toastAtom)
  return (
    toast && (
      <Suspense fallback={null}>
        <ToastRegion toast={toast} />
      </Suspense>
    )
  )
}
