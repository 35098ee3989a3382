import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { Id } from '../../data/id.ts'
import { useMedia } from '../../lib/media.ts'
import { Sheet } from '../../ui/dialog.tsx'
import { NotesOfLink } from './notes-of-link.tsx'
import { PanelHead } from './panel-head.tsx'

/** The window is wide enough for the article and the panel beside it: a column of the usual size is 31rem. */
const WIDE = '(min-width: 60rem)'
const WIDTH = '24rem'

type Props = { linkId: Id; onClose: () => void }

/** The notes of the open article: beside it on wide screens, over it on others. */
export default function ReaderPanel(props: Props) {
  return useMedia(WIDE) ? <Docked {...props} /> : <Over {...props} />
}

const Over = ({ linkId, onClose }: Props) => (
  <Sheet title="Notes" isWide onClose={onClose}>
    <PanelHead linkId={linkId} onClose={onClose} />
    <NotesOfLink linkId={linkId} onShow={onClose} />
  </Sheet>
)

/** Sets --notes-panel to its width, so that the article keeps clear of it. */
const Docked = ({ linkId, onClose }: Props) => {
  const headingId = useId()
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--notes-panel', WIDTH)
    return () => void document.documentElement.style.removeProperty('--notes-panel')
  }, [])
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null
    const { current } = panel
    if (!current?.contains(opener)) current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
    return () => {
      const { activeElement } = document
      if (activeElement === document.body || current?.contains(activeElement))
        opener?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <aside
      ref={panel}
      aria-labelledby={headingId}
      style={{ width: WIDTH }}
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
      className="fixed top-0 right-0 bottom-(--bottom-lines) z-10 animate-fade overflow-y-auto overscroll-contain border-l border-line bg-paper px-4 pt-18 pb-6 text-ui print:hidden"
    >
      <PanelHead linkId={linkId} headingId={headingId} onClose={onClose} />
      <NotesOfLink linkId={linkId} />
    </aside>
  )
}
