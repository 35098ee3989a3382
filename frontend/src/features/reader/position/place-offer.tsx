import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Offer } from './use-position.ts'

/** It goes by itself after this time, or once the person has read on for a screen. The Home key still leads to the top. */
const SHOWN_MS = 8_000

type Props = { offer: Offer; onTake: () => void; onGone: () => void }

/**
 * After the article opened where reading stopped: the way to its top. Where another device has gone on meanwhile: the way to
 * that place. It stands where the next words are not read yet, and stays while the pointer or the focus is on it.
 */
export const PlaceOffer = ({ offer: { to, part }, onTake, onGone }: Props) => {
  const [isHeld, setHeld] = useState(false)
  const gone = useEffectEvent(onGone)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => gone(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld])
  useEffect(() => {
    const from = scrollY
    const onScroll = () => {
      if (Math.abs(scrollY - from) > innerHeight) gone()
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [])
  const percent = `${Math.round(part * 100)} %`
  return (
    <div
      role="status"
      className="pointer-events-none fixed right-(--notes-panel,0px) bottom-[calc(1.25rem+var(--bottom-lines)+var(--phone-bar,0px))] left-0 z-20 flex justify-center px-4 print:hidden"
    >
      <button
        type="button"
        onClick={onTake}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
        className="pointer-events-auto inline-flex min-h-10 animate-rise items-center gap-2 rounded-full bg-ink px-4 font-medium text-paper shadow-high focus-visible:outline-marker-on-ink pointer-coarse:min-h-11"
      >
        {to === 'top' ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />}
        {to === 'top' ? 'Back to the top' : 'Continue where you left off'}
        <span className="tabular font-normal opacity-80">
          {to === 'top' && <span className="sr-only">, opened at </span>}
          {percent}
        </span>
      </button>
    </div>
  )
}
