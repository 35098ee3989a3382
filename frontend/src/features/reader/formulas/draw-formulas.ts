import katex from 'katex'
import 'katex/dist/katex.min.css'

/** A longer formula stays text. */
const TEX_MAX = 10_000
/** Formulas this far below the screen are drawn ahead. */
const AHEAD_PX = 1_500

/** Bounds on what a formula may cost and do: no links, no HTML, few expansions, no huge boxes. */
const OPTIONS = {
  throwOnError: true,
  strict: 'ignore',
  trust: false,
  maxExpand: 500,
  /** In em. */
  maxSize: 20,
} as const

/**
 * Draws a formula in place of its TeX. It then has `data-tex`, and its place in the article's text is still that of the
 * TeX. A formula with an error stays text.
 */
const draw = (formula: HTMLElement): void => {
  const tex = formula.textContent ?? ''
  if (formula.dataset.tex !== undefined || tex.trim() === '' || tex.length > TEX_MAX) return
  const drawn = document.createElement('span')
  try {
    katex.render(tex, drawn, { ...OPTIONS, displayMode: formula.dataset.math === 'block' })
  } catch {
    return
  }
  formula.dataset.tex = tex
  formula.replaceChildren(...drawn.childNodes)
}

/** Draws the formulas near the screen, and others when they come near. Returns how to stop. */
export const drawFormulas = (formulas: Iterable<HTMLElement>): (() => void) => {
  const near = new IntersectionObserver(
    entries => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        near.unobserve(target)
        draw(target as HTMLElement)
      }
    },
    { rootMargin: `${AHEAD_PX}px` },
  )
  const all = [...formulas]
  for (const formula of all) near.observe(formula)
  const drawAll = () => all.forEach(draw)
  addEventListener('beforeprint', drawAll)
  return () => {
    near.disconnect()
    removeEventListener('beforeprint', drawAll)
  }
}
