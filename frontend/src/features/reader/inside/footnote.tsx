import { type RefObject, useCallback, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { PopoverPanel } from '../../../ui/popover-panel.tsx'
import { footnoteOf, targetOf } from '../prepare-article.ts'

type Props = {
  article: RefObject<HTMLElement | null>
  /** The link that stands for the footnote in the text. */
  mark: HTMLAnchorElement
  onClose: () => void
}

/** A footnote in place, under its mark. */
export default function Footnote({ article, mark, onClose }: Props) {
  const owner = useRef<HTMLElement>(mark)
  const target = article.current && targetOf(article.current, mark.getAttribute('href') ?? '')
  // The panel mounts its content later, so an effect would not find it.
  const fill = useCallback(
    (body: HTMLElement | null) => body?.replaceChildren(...(target ? copyOf(target) : [])),
    [target],
  )

  return (
    <PopoverPanel
      label="Footnote"
      owner={owner}
      align="start"
      className="flex w-[min(26rem,calc(100vw-2rem))] flex-col gap-3"
      onClose={onClose}
    >
      <div
        ref={fill}
        dir="auto"
        lang={article.current?.lang}
        className="article max-h-[40vh] overflow-y-auto font-serif text-[0.9375rem] leading-[1.68]"
      />
      <Button
        className="self-start"
        onClick={() => {
          if (target) {
            target.tabIndex = -1
            target.focus({ preventScroll: true })
            target.scrollIntoView({ block: 'center' })
          }
          onClose()
        }}
      >
        Show in the article
      </Button>
    </PopoverPanel>
  )
}

const copyOf = (target: HTMLElement): ChildNode[] => {
  const copy = footnoteOf(target).cloneNode(true) as HTMLElement
  // Links inside the article lead back to the mark.
  for (const link of copy.querySelectorAll('a[href^="#"]')) link.remove()
  for (const named of copy.querySelectorAll<HTMLElement>('[data-target]')) delete named.dataset.target
  return [...copy.childNodes]
}
