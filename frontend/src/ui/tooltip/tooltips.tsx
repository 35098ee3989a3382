import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { tippedAtom } from './tip.tsx'

const TooltipLayer = lazy(() => import('./tooltip-layer.tsx'))

export const Tooltips = () => {
  const tipped = useAtomValue(tippedAtom)
  return (
    tipped.length > 0 && (
      <Suspense fallback={null}>
        <TooltipLayer tipped={tipped} />
      </Suspense>
    )
  )
}
