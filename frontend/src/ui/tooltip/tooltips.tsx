import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { Optional } from '../optional.tsx'
import { tippedAtom } from './tip.tsx'

const TooltipLayer = lazy(() => import('./tooltip-layer.tsx'))

export const Tooltips = () => {
  const tipped = useAtomValue(tippedAtom)
  return (
    tipped.length > 0 && (
      <Optional fallback={null}>
        <Suspense fallback={null}>
          <TooltipLayer tipped={tipped} />
        </Suspense>
      </Optional>
    )
  )
}
