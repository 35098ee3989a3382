import { classesOf, nearest, type PageDocument, type PageElement } from '../dom.ts'
import { mathText } from './math-text.ts'

/** A longer formula becomes plain text, in UTF-16 units. */
const maxFormula = 10_000
/** An element that a formula is drawn in. It holds the formula once as a picture or HTML and once as MathML. */
const drawn = /(^|\s)(katex|katex-display|mwe-math-element|MathJax|MathJax_Display|MathJax_SVG)(\s|$)/
const preview = '.MathJax_Preview, .MathJax, .MathJax_Display, .MathJax_SVG, .MJX_Assistive_MathML'
const blockClass = /(^|\s)(katex-display|MathJax_Display|mwe-math-mathml-display)(\s|$)/
const formulaImage = /(^|\s)(tex|latex|math|mwe-math-fallback-image-(inline|display))(\s|$)/i
const formulaAddress = /latex\.codecogs\.com|\/latex\.php\?|\/render\/math\?|\/math\/render\//

/**
 * Replaces drawn formulas by `<span data-math="inline|block">TeX</span>`. Formulas without TeX become readable text. TeX that the
 * page has as plain text, such as `\(x\)`, stays text.
 */
export function formulas(document: PageDocument): void {
  const scripts = [...document.querySelectorAll('script[type^="math/tex"]')]
  for (const script of scripts) {
    const isBlock = /mode\s*=\s*display/.test(script.getAttribute('type') ?? '')
    script.replaceWith(formula(document, script.textContent ?? '', isBlock))
  }
  // MathJax 2 draws each script a second time, beside it.
  if (scripts.length > 0) for (const copy of document.querySelectorAll(preview)) copy.remove()

  const all = [...document.querySelectorAll('math')]
  const drawings = new Map(all.map(math => [math, outermost(math)]))
  const shared = moreThanOnce(drawings.values())
  for (const math of all) {
    const tex = texOf(math)
    // An element of several formulas is no drawing.
    const drawing = drawings.get(math) ?? math
    const place = shared.has(drawing) ? math : drawing
    const isBlock = math.getAttribute('display') === 'block' || isDrawnAsBlock(math, place)
    place.replaceWith(tex === null ? mathText(math) : formula(document, tex, isBlock))
  }
  for (const image of document.querySelectorAll('img[alt]')) {
    const isFormula =
      formulaImage.test(classesOf(image)) || formulaAddress.test(image.getAttribute('src') ?? '')
    const tex = image.getAttribute('alt')?.trim()
    if (isFormula && tex) image.replaceWith(formula(document, tex, /display/.test(classesOf(image))))
  }
}

function formula(document: PageDocument, tex: string, isBlock: boolean): PageElement {
  const span = document.createElement('span')
  span.textContent = withoutStyle(tex.trim())
  if (tex.length <= maxFormula) span.setAttribute('data-math', isBlock ? 'block' : 'inline')
  return span
}

/** Wikipedia wraps each formula in the style of its place. */
const withoutStyle = (tex: string) => /^\{\\(?:display|text)style\s([\s\S]*)\}$/.exec(tex)?.[1]?.trim() ?? tex

function texOf(math: PageElement): string | null {
  for (const annotation of math.querySelectorAll('annotation')) {
    if (/tex/i.test(annotation.getAttribute('encoding') ?? '')) return annotation.textContent
  }
  const alternative = math.getAttribute('alttext')
  return alternative?.trim() ? alternative : null
}

/** The largest element that is this formula's drawing. */
function outermost(math: PageElement): PageElement {
  let place = math
  for (let parent = math.parentNode; parent?.nodeType === 1; parent = parent.parentNode) {
    if (parent.tagName === 'MJX-CONTAINER' || drawn.test(classesOf(parent))) place = parent
  }
  return place
}

function moreThanOnce<T>(values: Iterable<T>): Set<T> {
  const once = new Set<T>()
  const more = new Set<T>()
  for (const value of values) (once.has(value) ? more : once).add(value)
  return more
}

/** Whether the drawing, or an element of it around the MathML, is one on lines of its own. */
function isDrawnAsBlock(math: PageElement, place: PageElement): boolean {
  if (place.getAttribute('display') === 'true' || blockClass.test(classesOf(place))) return true
  const around = nearest(math, element => element === place || blockClass.test(classesOf(element)))
  return around !== null && around !== place
}
