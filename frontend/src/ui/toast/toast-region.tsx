import { useSetAtom } from 'jotai'
import { Check, CircleAlert, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useEffect, useState } from 'react'
import { type Toast, toastAtom } from './use-toast.ts'

/** Shows the toast for 5 s. A swipe of 50 px to the right closes it; F8 moves the focus to it. */
export default function ToastRegion({ toast }: { toast: Toast & { id: number } }) {
  const set = useSetAtom(toastAtom)
  return (
    <Radix.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      <ToastCard
        key={toast.id}
        toast={toast}
        onGone={() => set(now => (now?.id === toast.id ? null : now))}
      />
      <Radix.Viewport
        hotkey={['F8']}
        className="fixed inset-x-0 bottom-0 z-50 flex flex-col gap-2 p-4 outline-none sm:right-0 sm:left-auto sm:w-full md:max-w-[420px]"
      />
    </Radix.Provider>
  )
}

function ToastCard({ toast, onGone }: { toast: Toast; onGone: () => void }) {
  const [open, setOpen] = useState(false)
  // The toast opens after the first render, so that screen readers announce it.
  useEffect(() => setOpen(true), [])
  const { action } = toast
  const isDanger = toast.tone === 'danger'
  return (
    <Radix.Root
      open={open}
      onOpenChange={isOpen => {
        setOpen(isOpen)
        if (!isOpen) onGone()
      }}
      type={isDanger ? 'foreground' : 'background'}
      className="flex items-start gap-3 rounded-control bg-ink py-3 pr-2 pl-4 text-paper shadow-high data-[state=open]:animate-toast data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
    >
      {isDanger ? (
        <CircleAlert aria-hidden className="mt-1.5 text-marker-on-ink" />
      ) : (
        <Check aria-hidden className="mt-1.5 text-marker-on-ink" />
      )}
      <div className="min-w-0 flex-1 py-1.5">
        <Radix.Title className="font-medium">{toast.title}</Radix.Title>
        {toast.description && (
          <Radix.Description className="mt-0.5 opacity-85">{toast.description}</Radix.Description>
        )}
      </div>
      {action && (
        <Radix.Action
          altText={action.label}
          onClick={action.onAction}
          className="h-8 rounded-control px-3 font-semibold underline underline-offset-3 focus-visible:outline-marker-on-ink"
        >
          {action.label}
        </Radix.Action>
      )}
      <Radix.Close
        aria-label="Close"
        className="grid size-8 place-items-center rounded-control opacity-80 hover:opacity-100 focus-visible:outline-marker-on-ink"
      >
        <X aria-hidden />
      </Radix.Close>
    </Radix.Root>
  )
}
