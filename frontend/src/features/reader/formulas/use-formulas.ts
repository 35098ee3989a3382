import { type RefObject, useEffect } from 'react'

/** Draws the article's formulas. Their code loads when there are any; without it they stay TeX. */
export const useFormulas = (article: RefObject<HTMLElement | null>, fragment: DocumentFragment): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another fragment brings other formulas
  useEffect(() => {
    const formulas = article.current?.querySelectorAll<HTMLElement>('[data-math]')
    if (!formulas || formulas.length === 0) return
    let stop: (() => void) | undefined
    let isGone = false
    import('./draw-formulas.ts').then(
      ({ drawFormulas }) => {
        if (!isGone) stop = drawFormulas(formulas)
      },
      () => undefined,
    )
    return () => {
      isGone = true
      stop?.()
    }
  }, [article, fragment])
}
