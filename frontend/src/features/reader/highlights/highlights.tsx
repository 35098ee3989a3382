import type { LinkContent } from '@lectern/contracts/api/links.ts'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { Id } from '../../../data/id.ts'
import { useNotesOfLink } from '../../../data/library/use-notes.ts'
import { articleText, type Span } from '../../../parts/article-text/article-text.ts'
import type { AnchoredNote } from './anchoring/anchor-notes.ts'
import { CaretMode } from './caret/caret-mode.tsx'
import { caretSpan, useCaret } from './caret/use-caret.ts'
import { drawNotes } from './draw/draw-notes.ts'
import { MarginNotes } from './margin-notes.tsx'
import { NoteBar } from './note-bar.tsx'
import { notesAtOffset, offsetAtClick } from './notes-at.ts'
import { Orphans } from './orphans.tsx'
import { SelectionBar } from './selection/selection-bar.tsx'
import { useSelection } from './selection/use-selection.ts'
import { useAnchored } from './use-anchored.ts'
import { useNotePlace } from './use-note-place.ts'
import { usePaintedTheme } from './use-painted-theme.ts'

type Props = {
  article: RefObject<HTMLElement | null>
  /** The HTML that the article was drawn from. */
  fragment: DocumentFragment
  linkId: Id
  content: LinkContent
}

const NO_NOTES: readonly AnchoredNote[] = []

/** The notes on the words of an article: drawn on it, beside it and under it, and the bars that make and change them. Put it after the article. */
export default function Highlights({ article, fragment, linkId, content }: Props) {
  const { notes } = useNotesOfLink(linkId)
  const found = useAnchored(article, fragment, content.contentHash, notes)
  const anchored = found?.anchored ?? NO_NOTES
  const marked = useNotePlace(article, found)
  const { span, clear } = useSelection(article)
  /** The place in the text for whose notes the bar is open. Not their ids, which change when the server has them. */
  const [openAt, setOpenAt] = useState<number | null>(null)
  /** The words for which the keyboard opened the selection bar. */
  const [chosen, setChosen] = useState<Span | null>(null)

  const theme = usePaintedTheme()
  const open = useMemo(
    () => (openAt === null ? NO_NOTES : notesAtOffset(anchored, openAt)),
    [anchored, openAt],
  )
  const active = useMemo(() => (open.length > 0 ? open.map(({ note }) => note.id) : marked), [open, marked])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme decides the colours, and the fragment is what they are drawn on
  useLayoutEffect(() => {
    if (article.current) return drawNotes(article.current, anchored, active)
  }, [article, fragment, anchored, active, theme])

  useEffect(() => {
    const root = article.current
    if (!root) return
    const onClick = (event: MouseEvent) => {
      if (getSelection()?.isCollapsed === false) return
      setOpenAt(offsetAtClick(root, event))
    }
    root.addEventListener('click', onClick)
    return () => root.removeEventListener('click', onClick)
  }, [article])

  const { caret, start, stop } = useCaret({
    article,
    onChoose: (words, isMarked) => {
      if (!isMarked && notesAtOffset(anchored, words.start).length > 0) setOpenAt(words.start)
      else setChosen(words)
    },
  })
  const endSelection = () => {
    setChosen(null)
    stop()
    clear()
  }

  const selected = caret ? chosen : span
  return (
    <>
      <MarginNotes article={article} notes={anchored} />
      {found && <Orphans notes={found.orphans} content={content} />}
      <CaretMode
        caret={caret}
        selected={caret && article.current ? articleText(article.current).quote(caretSpan(caret)) : ''}
        onStart={start}
      />
      {selected && content.contentHash && (
        <SelectionBar
          article={article}
          span={selected}
          linkId={linkId}
          contentHash={content.contentHash}
          isFocused={caret !== null}
          onClose={endSelection}
        />
      )}
      {open.length > 0 && <NoteBar article={article} notes={open} onClose={() => setOpenAt(null)} />}
    </>
  )
}
