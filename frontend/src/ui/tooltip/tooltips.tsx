import { useAtomValue } from 'jotai'
import { lazyPart } from '../lazy-part.tsx'
import { tooltipTargetsAtom } from './tip.tsx'

const layer = lazyPart(() => import('./tooltip-layer.tsx'), { failed: () => null })

export const Tooltips = () => {
  const targets = useAtomValue(tooltipTargetsAtom)
  return targets.length > 0 && <layer.Component targets={targets} />
}
