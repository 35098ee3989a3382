import { Headphones } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { articleText } from '../../../parts/article-text/article-text.ts'

const PARAGRAPHS = 'p, li, blockquote, h2, h3, h4, dd, figcaption'

type Props = { article: RefObject<HTMLElement | null>; onListen: (offset: number) => void }

/** A button in the margin beside the paragraph under the pointer, which reads aloud from there. */
export const FromHere = ({ article, onListen }: Props) => {
  const [paragraph, setParagraph] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const root = article.current
    if (!root) return
    const onPointer = ({ target }: PointerEvent) => {
      const under = target instanceof Element ? target.closest<HTMLElement>(PARAGRAPHS) : null
      if (under && root.contains(under)) setParagraph(under)
    }
    root.addEventListener('pointerover', onPointer)
    return () => root.removeEventListener('pointerover', onPointer)
  }, [article])
  const root = article.current
  if (!paragraph?.isConnected || !root) return null
  const column = root.getBoundingClientRect()
  const { top } = paragraph.getBoundingClientRect()
  const { paddingInlineStart, direction } = getComputedStyle(root)
  const gap = `calc(-2.5rem + ${paddingInlineStart})`
  return createPortal(
    <button
      type="button"
      tabIndex={-1}
      aria-label="Listen from here"
      title="Listen from here"
      style={{
        top: top + scrollY,
        left: `calc(${direction === 'rtl' ? column.right : column.left}px + ${direction === 'rtl' ? '0.25rem' : gap})`,
      }}
      onClick={() => onListen(articleText(root).offsetAt(paragraph, 0))}
      className="absolute z-10 grid size-8 place-items-center rounded-control text-ink-3 hover:bg-sunken hover:text-ink max-sm:hidden print:hidden"
    >
      <Headphones aria-hidden />
    </button>,
    document.body,
  )
}
