import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { formatDate } from '../../../lib/format.ts'
import { articleText } from '../../../parts/article-text/article-text.ts'
import { NOTE_TYPES } from '../../../parts/notes-panel/note-parts.tsx'
import { useNotesPanel } from '../../../parts/notes-panel/use-notes-panel.ts'
import type { AnchoredNote } from './anchoring/anchor-notes.ts'
import { stack } from './stack.ts'

const GAP_PX = 40
const EDGE_PX = 16
const WIDTH_MIN_PX = 190
const WIDTH_MAX_PX = 260
const BETWEEN_PX = 12

type Props = { article: RefObject<HTMLElement | null>; notes: readonly AnchoredNote[] }

/** Words that the person wrote, and others for all to see, in the margin beside its words, where the screen is wide enough and the panel is closed. */
export const MarginNotes = ({ article, notes }: Props) => {
  const { isOpen, open } = useNotesPanel()
  const written = notes.filter(({ note }) => note.content !== note.selectedText)
  const width = useMarginWidth(article)
  if (isOpen || width < WIDTH_MIN_PX || written.length === 0) return null
  return <Cards article={article} notes={written} width={Math.min(width, WIDTH_MAX_PX)} onOpen={open} />
}

type CardsProps = Props & { width: number; onOpen: ReturnType<typeof useNotesPanel>['open'] }

const Cards = ({ article, notes, width, onOpen }: CardsProps) => {
  const root = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const place = () => {
      const { current } = root
      if (!article.current || !current) return
      const { rangeOf } = articleText(article.current)
      const zero = current.getBoundingClientRect().top
      const cards = [...current.children] as HTMLElement[]
      const wanted = notes.map(
        ({ span }) => rangeOf(span.start, span.start + 1).getBoundingClientRect().top - zero,
      )
      const tops = stack(
        wanted.map((top, index) => ({ top, height: cards[index]?.offsetHeight ?? 0 })),
        BETWEEN_PX,
      )
      cards.forEach((card, index) => {
        card.style.top = `${tops[index]}px`
      })
    }
    place()
    // Images and formulas that load, and another text size, move the words.
    const observer = new ResizeObserver(place)
    if (article.current) observer.observe(article.current)
    return () => observer.disconnect()
  }, [article, notes])

  return (
    <aside ref={root} aria-label="Notes in the margin" className="relative print:hidden">
      {notes.map(({ note }) => (
        <button
          key={note.id}
          type="button"
          onClick={() => onOpen({ linkId: note.linkId, noteId: note.id })}
          style={{ width, insetInlineStart: `calc(100% + ${GAP_PX}px)`, borderColor: note.color }}
          className="absolute border-s-3 ps-4 text-start text-ui hover:bg-sunken"
        >
          <span dir="auto" className="line-clamp-6 break-words text-ink-2">
            {note.content}
          </span>
          <span className="mt-1 block text-meta text-ink-3">
            {NOTE_TYPES[note.type].label} · {note.writer && <bdi>{note.writer.name} · </bdi>}
            {formatDate(note.createdAt)}
          </span>
        </button>
      ))}
    </aside>
  )
}

/** The width in px between the article and the end of the window. */
const useMarginWidth = (article: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const { current } = article
    if (!current) return
    const measure = () => {
      const { left, right } = current.getBoundingClientRect()
      const isRightToLeft = getComputedStyle(current).direction === 'rtl'
      const free = isRightToLeft ? left : document.documentElement.clientWidth - right
      setWidth(Math.max(0, free - GAP_PX - EDGE_PX))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.documentElement)
    observer.observe(current)
    return () => observer.disconnect()
  }, [article])
  return width
}
