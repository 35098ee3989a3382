import { useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { DialogFoot } from '../ui/dialog.tsx'

/** A text that is shown once, to be copied. Where the browser has no clipboard, it is selected. */
export const Secret = ({ label, value }: { label: string; value: string }) => {
  const id = useId()
  const [said, setSaid] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setSaid('Copied')
    } catch {
      ;(document.getElementById(id) as HTMLInputElement | null)?.select()
      setSaid('Press Ctrl+C or ⌘C to copy it')
    }
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <div className="flex items-center gap-2">
        <input
          id={id}
          value={value}
          readOnly
          spellCheck={false}
          onFocus={({ target }) => target.select()}
          className="h-11 min-w-0 flex-1 rounded-control border border-edge bg-sunken px-3 font-mono text-meta"
        />
        <Button onClick={copy} aria-label={`Copy ${label.toLowerCase()}`}>
          Copy
        </Button>
      </div>
      <p role="status" className="mt-1.5 min-h-4.5 text-meta text-ink-3">
        {said}
      </p>
    </div>
  )
}

/** What a dialog that shows a secret has below its words. Its dialog stays the one that asked, so that the focus stays in it. */
export const SecretOnce = ({
  label,
  value,
  onClose,
}: {
  label: string
  value: string
  onClose: () => void
}) => (
  <>
    <div className="mt-4">
      <Secret label={label} value={value} />
    </div>
    <DialogFoot>
      <Button look="ink" onClick={onClose}>
        Done
      </Button>
    </DialogFoot>
  </>
)
