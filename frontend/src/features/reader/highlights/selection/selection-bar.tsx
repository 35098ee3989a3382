import type { NoteType } from '@lectern/contracts/api/notes.ts'
import { NOTE_TEXT_MAX } from '@lectern/contracts/limits.ts'
import { Highlighter, Quote, StickyNote } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Id } from '../../../../data/id.ts'
import { useAct } from '../../../../data/library/use-library.tsx'
import { newNote } from '../../../../data/notes/new-note.ts'
import { useShortcutsEnabled } from '../../../../lib/keyboard/switch.ts'
import type { Span } from '../../../../parts/article-text/article-text.ts'
import { preloadNotesPanel } from '../../../../parts/notes-panel/notes-panel.tsx'
import { useNotesPanel } from '../../../../parts/notes-panel/use-notes-panel.ts'
import { useToast } from '../../../../ui/toast/use-toast.ts'
import { HIGHLIGHT_COLORS } from '../colors.ts'
import { BarButton, CloseButton, FloatingBar, Swatch } from '../floating-bar.tsx'
import { useLastColor } from './last-color.ts'
import { passageOf } from './passage.ts'

type Props = {
  article: RefObject<HTMLElement | null>
  span: Span
  linkId: Id
  contentHash: string
  isFocused: boolean
  onClose: () => void
}

/** Acts on the selected words. Each ends the selection. */
export const SelectionBar = ({ article, span, linkId, contentHash, isFocused, onClose }: Props) => {
  const act = useAct()
  const toast = useToast()
  const { open } = useNotesPanel()
  const [lastColor, setLastColor] = useLastColor()
  useEffect(preloadNotesPanel, [])

  const passage = () => {
    if (!article.current) return null
    const passage = passageOf(article.current, span, contentHash)
    if (passage.selectedText.length <= NOTE_TEXT_MAX) return passage
    toast({ tone: 'danger', title: 'This selection is too long', description: 'Please select fewer words.' })
    return null
  }
  const take = (type: Exclude<NoteType, 'note'>, color: string) => {
    const selected = passage()
    if (!selected) return
    const { selectedText: content, position, anchor } = selected
    void act('takeNote', newNote({ linkId, type, content, position, anchor, color }))
    open({ linkId })
    onClose()
  }
  const write = () => {
    const selected = passage()
    if (!selected) return
    open({ linkId, passage: selected })
    onClose()
  }

  useNoteKey(write)

  return (
    <FloatingBar label="Selected words" article={article} span={span} isFocused={isFocused} onClose={onClose}>
      <BarButton onClick={() => take('highlight', lastColor)}>
        <Highlighter aria-hidden />
        Highlight
      </BarButton>
      <BarButton onClick={write}>
        <StickyNote aria-hidden />
        Note
      </BarButton>
      <BarButton onClick={() => take('quote', lastColor)}>
        <Quote aria-hidden />
        Quote
      </BarButton>
      <CloseButton onClick={onClose} />
      {HIGHLIGHT_COLORS.map(({ name, color }) => (
        <BarButton
          key={name}
          label={`Highlight in ${name}`}
          onClick={() => {
            setLastColor(color)
            take('highlight', color)
          }}
        >
          <Swatch color={color} isChosen={color === lastColor} />
        </BarButton>
      ))}
    </FloatingBar>
  )
}

const TYPED_INTO = 'input, textarea, select, [contenteditable]'

/** The key n, which writes a note on the article, writes it on the words while they are selected. */
const useNoteKey = (write: () => void) => {
  const isEnabled = useShortcutsEnabled()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'n' || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (event.target instanceof Element && event.target.closest(TYPED_INTO)) return
    event.preventDefault()
    write()
  })
  useEffect(() => {
    if (!isEnabled) return
    // Before the screen's own keys, which leave alone what is prevented.
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen, true)
    return () => removeEventListener('keydown', listen, true)
  }, [isEnabled])
}
