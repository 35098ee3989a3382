import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { Optional } from '../optional.tsx'
import { tooltipTargetsAtom } from './tip.tsx'

const TooltipLayer = lazy(() => import('./tooltip-layer.tsx'))

export const Tooltips = () => {
  const targets = useAtomValue(tooltipTargetsAtom)
  return (
    targets.length > 0 && (
      <Optional fallback={null}>
        <Suspense fallback={null}>
          <TooltipLayer targets={targets} />
        </Suspense>
      </Optional>
    )
  )
}
