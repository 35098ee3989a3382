import { useEffect, useRef, useState } from 'react'
import { ToastCard } from './toast-card.tsx'
import { isInToasts, type Toast } from './use-toast.ts'

type Shown = Toast & { id: number }
type Props = { toast: Shown | null; onGone: (toast: Shown) => void }

/** A live region beside the app. A modal dialog hides everything from assistive technology except live regions. */
export default function ToastRegion({ toast, onGone }: Props) {
  const region = useRef<HTMLElement>(null)
  const focusedBefore = useRef<HTMLElement | null>(null)
  const [hasFocus, setHasFocus] = useState(false)

  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'F8' && region.current?.focus()
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  // A focused button that leaves with its toast sends no blur event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each toast
  useEffect(() => setHasFocus(isInToasts(document.activeElement)), [toast])

  const close = (closed: Shown) => {
    const before = focusedBefore.current ?? document.querySelector<HTMLElement>('[role=dialog]')
    if (isInToasts(document.activeElement)) before?.focus()
    onGone(closed)
  }

  return (
    <section
      ref={region}
      data-toasts
      aria-label="Notifications (F8)"
      aria-live="polite"
      tabIndex={-1}
      // A dialog listens on the document: a click outside would close it, and its focus trap would take the focus back.
      onPointerDown={event => event.stopPropagation()}
      onKeyDown={event => {
        if (event.key !== 'Escape' || !toast) return
        event.preventDefault()
        close(toast)
      }}
      onFocus={event => {
        event.stopPropagation()
        setHasFocus(true)
        if (!isInToasts(event.relatedTarget))
          focusedBefore.current = event.relatedTarget as HTMLElement | null
      }}
      onBlur={event => {
        if (isInToasts(event.relatedTarget)) event.stopPropagation()
        setHasFocus(false)
      }}
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--bottom-lines)+var(--phone-bar,0px))] z-50 p-4 text-ui outline-none sm:right-0 sm:left-auto sm:w-full md:max-w-[420px]"
    >
      {toast && <ToastCard key={toast.id} toast={toast} hasFocus={hasFocus} onClose={() => close(toast)} />}
    </section>
  )
}
