import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useToast } from '../../../ui/toast/use-toast.ts'
import { targetOf } from '../prepare-article.ts'

const imageViewer = lazyPart(() => import('./image-viewer.tsx'))
const footnote = lazyPart(() => import('./footnote.tsx'))

type Open = { kind: 'image'; element: HTMLImageElement } | { kind: 'footnote'; element: HTMLAnchorElement }

/**
 * Makes images open large, footnotes open in place, links inside the article scroll, and code copy. The article's HTML is
 * not React's, so one listener serves all of it. Returns what is open.
 */
export const useInside = (article: RefObject<HTMLElement | null>): ReactNode => {
  const [open, setOpen] = useState<Open | null>(null)
  const toast = useToast()

  useEffect(() => {
    const root = article.current
    if (!root) return
    const copy = (code: string) => {
      // Without https there is no clipboard.
      Promise.resolve()
        .then(() => navigator.clipboard.writeText(code))
        .then(
          () => toast({ title: 'Code copied' }),
          () => toast({ tone: 'danger', title: 'The code could not be copied' }),
        )
    }
    const act = (event: Event): void => {
      if (!(event.target instanceof Element)) return
      const button = event.target.closest('[data-copy]')
      const image = event.target.closest<HTMLImageElement>('img[aria-haspopup]')
      const link = event.target.closest<HTMLAnchorElement>('a[href^="#"]')
      if (button) copy(button.previousElementSibling?.textContent ?? '')
      else if (image) setOpen({ kind: 'image', element: image })
      else if (link?.hasAttribute('data-footnote')) setOpen({ kind: 'footnote', element: link })
      // The place gets no history entry, so that Back leads to the library.
      else if (link) targetOf(root, link.getAttribute('href') ?? '')?.scrollIntoView({ block: 'center' })
      if (image || link) event.preventDefault()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const isPress = event.key === 'Enter' || event.key === ' '
      if (isPress && event.target instanceof HTMLImageElement) act(event)
    }
    const preload = ({ target }: Event) => {
      if (!(target instanceof Element)) return
      if (target.closest('img[aria-haspopup]')) imageViewer.preload()
      if (target.closest('[data-footnote]')) footnote.preload()
    }
    root.addEventListener('click', act)
    root.addEventListener('keydown', onKeyDown)
    root.addEventListener('pointerover', preload)
    root.addEventListener('focusin', preload)
    return () => {
      root.removeEventListener('click', act)
      root.removeEventListener('keydown', onKeyDown)
      root.removeEventListener('pointerover', preload)
      root.removeEventListener('focusin', preload)
    }
  }, [article, toast])

  const close = () => setOpen(null)
  if (open?.kind === 'image')
    return <imageViewer.Component image={open.element} onClose={close} onFailure={close} />
  if (open?.kind === 'footnote')
    return <footnote.Component article={article} mark={open.element} onClose={close} onFailure={close} />
  return null
}
