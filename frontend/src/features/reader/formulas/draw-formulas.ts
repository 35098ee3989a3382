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

/** With commands of its own a short formula can become millions of characters: `maxExpand` counts commands, not what they write. */
const DEFINITION = /\\(?:[egx]?def|(?:re)?newcommand|providecommand|(?:future)?let|global|long)(?![a-z])/i

/** Formulas are drawn for this long before the page may answer to a person. */
const SLICE_MS = 30

/**
 * Draws a formula in place of its TeX. It then has `data-tex`, and its place in the article's text is still that of the
 * TeX. A formula with an error stays text.
 */
const draw = (formula: HTMLElement): void => {
  const tex = formula.textContent ?? ''
  if (formula.dataset.tex !== undefined || tex.trim() === '' || tex.length > TEX_MAX || DEFINITION.test(tex))
    return
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
  const waiting: HTMLElement[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const drawSome = () => {
    timer = undefined
    const start = performance.now()
    while (waiting.length > 0 && performance.now() - start < SLICE_MS) draw(waiting.shift() as HTMLElement)
    if (waiting.length > 0) timer = setTimeout(drawSome)
  }
  const near = new IntersectionObserver(
    entries => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        near.unobserve(target)
        waiting.push(target as HTMLElement)
      }
      if (timer === undefined) drawSome()
    },
    { rootMargin: `${AHEAD_PX}px` },
  )
  const all = [...formulas]
  for (const formula of all) near.observe(formula)
  const drawAll = () => all.forEach(draw)
  addEventListener('beforeprint', drawAll)
  return () => {
    near.disconnect()
    clearTimeout(timer)
    removeEventListener('beforeprint', drawAll)
  }
}
