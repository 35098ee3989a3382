import { useRef, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const panel = lazyPart(() => import('./type-panel.tsx'))

/** The Aa button: text size, theme, typeface and line length. */
export const TypeSettings = () => {
  const [isOpen, setOpen] = useState(false)
  const owner = useRef<HTMLSpanElement>(null)
  return (
    <span ref={owner} className="inline-flex">
      <IconButton
        aria-label="Text size and theme"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={panel.preload}
        onFocus={panel.preload}
        onClick={() => setOpen(!isOpen)}
        className="font-serif text-[1.0625rem] font-medium text-ink!"
      >
        Aa
      </IconButton>
      {isOpen && (
        <panel.Component owner={owner} onClose={() => setOpen(false)} onFailure={() => setOpen(false)} />
      )}
    </span>
  )
}
