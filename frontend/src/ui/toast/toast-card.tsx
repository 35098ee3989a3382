import { Check, CircleAlert, Info, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSwipeRight } from './use-swipe-right.ts'
import type { Toast } from './use-toast.ts'

const SHOWN_MS = 5_000

/** Calls onEnd after 5 s without the pointer, the focus or a switch to another window or tab. */
const useTimeout = (isPaused: boolean, onEnd: () => void) => {
  const [isWindowAway, setWindowAway] = useState(document.hidden)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const leave = () => setWindowAway(true)
    const comeBack = () => setWindowAway(false)
    const turn = () => setWindowAway(document.hidden)
    addEventListener('blur', leave)
    addEventListener('focus', comeBack)
    // A phone that goes to another app sends no blur.
    document.addEventListener('visibilitychange', turn)
    return () => {
      removeEventListener('blur', leave)
      removeEventListener('focus', comeBack)
      document.removeEventListener('visibilitychange', turn)
    }
  }, [])
  useEffect(() => {
    if (isPaused || isWindowAway) return
    const timer = setTimeout(() => end(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isPaused, isWindowAway])
}

type Props = { toast: Toast; hasFocus: boolean; onClose: () => void }

export const ToastCard = ({
  toast: { title, description, tone, action, more = [] },
  hasFocus,
  onClose,
}: Props) => {
  const [isHovered, setHovered] = useState(false)
  const swipe = useSwipeRight(onClose)
  useTimeout(isHovered || hasFocus, onClose)
  const isDanger = tone === 'danger'
  const Icon = isDanger ? CircleAlert : tone === 'note' ? Info : Check
  return (
    <div
      {...swipe}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      className="pointer-events-auto flex flex-wrap animate-toast touch-pan-y items-start gap-3 rounded-control bg-ink py-3 pr-2 pl-4 text-paper shadow-high select-none"
    >
      <Icon aria-hidden className="mt-1.5 text-marker-on-ink" />
      <div role={isDanger ? 'alert' : undefined} className="min-w-0 flex-[1_1_7rem] py-1.5">
        <p className="font-medium">{title}</p>
        {description && <p className="mt-0.5 opacity-85">{description}</p>}
      </div>
      <div className="ml-auto flex flex-wrap justify-end">
        {[...more, ...(action ? [action] : [])].map(({ label, onAction }) => (
          <button
            key={label}
            type="button"
            onClick={() => {
              onClose()
              onAction()
            }}
            className="h-8 rounded-control px-3 font-semibold whitespace-nowrap underline pointer-coarse:-my-1.5 pointer-coarse:h-11 underline-offset-3 focus-visible:outline-marker-on-ink"
          >
            {label}
          </button>
        ))}
        <button
          type="button"
          aria-label="Close"
          onClick={onClose}
          className="grid size-8 place-items-center rounded-control pointer-coarse:-my-1.5 pointer-coarse:size-11 opacity-80 hover:opacity-100 focus-visible:outline-marker-on-ink"
        >
          <X aria-hidden />
        </button>
      </div>
    </div>
  )
}
