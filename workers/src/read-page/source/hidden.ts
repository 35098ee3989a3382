import { nearest, type PageDocument, type PageElement } from '../dom.ts'
import { textLengths } from './text-lengths.ts'

const declaration =
  /(^|;)\s*(visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?%?|display\s*:\s*none)\s*(?:!important\s*)?(?=;|$)/gi
/** Words that appear when one points at something are shorter, in UTF-16 units without white space. */
const minText = 60
/** In a menu that is hidden, more of the text is in links. */
const maxLinked = 0.4

/**
 * Shows what scripts make visible, which Readability would remove: text that fades in (`visibility: hidden`, `opacity: 0`), and
 * roots of the page that stay hidden until it has loaded, which hold most of its text. With `all`, all text of sentences.
 */
export function hidden(document: PageDocument, { all = false } = {}): void {
  const found = [...document.querySelectorAll('[style], [hidden], [aria-hidden="true"]')]
    .map(element => ({ element, how: howHidden(element) }))
    .filter(({ how }) => how !== null)
  if (found.length === 0) return
  const lengths = textLengths(document.documentElement)
  const whole = lengths.get(document.documentElement)?.text ?? 0
  for (const { element, how } of found) {
    const { text, linked } = lengths.get(element) ?? { text: 0, linked: 0 }
    const isProse = text >= minText && linked <= text * maxLinked
    const isRoot = text > whole / 2
    if (isRoot || (isProse && !isOverPage(element) && (all || how === 'faded'))) show(element)
  }
}

/** faded: it has its place, and is not painted. */
function howHidden(element: PageElement): 'faded' | 'gone' | null {
  if (element.getAttribute('hidden') !== null || element.getAttribute('aria-hidden') === 'true') return 'gone'
  const found = [...(element.getAttribute('style') ?? '').matchAll(declaration)].map(
    ([, , rule = '']) => rule,
  )
  if (found.length === 0) return null
  return found.some(rule => /^display/i.test(rule)) ? 'gone' : 'faded'
}

const overPage =
  /(^|[\s_-])(modal|pop-?up|pop-?over|overlay|dialog|tool-?tip|drop-?down|cookies?|consent|paywall|newsletter)(\s|$|[_-])/i

const isOverPage = (element: PageElement) =>
  nearest(element, around => {
    const names = `${around.getAttribute('class') ?? ''} ${around.getAttribute('id') ?? ''}`
    return (
      /^(dialog|tooltip|menu|alertdialog)$/.test(around.getAttribute('role') ?? '') ||
      around.tagName === 'DIALOG' ||
      overPage.test(names.slice(0, 1_000))
    )
  }) !== null

function show(element: PageElement): void {
  element.removeAttribute('hidden')
  element.removeAttribute('aria-hidden')
  const style = element.getAttribute('style')
  if (style) element.setAttribute('style', style.replace(declaration, '$1'))
}
