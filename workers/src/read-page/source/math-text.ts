import type { PageElement } from '../dom.ts'

const childrenOf = (element: PageElement) => [...element.children]
const text = (element: PageElement | undefined) => (element ? mathText(element) : '')
const grouped = (element: PageElement | undefined) => {
  const inner = text(element)
  return [...inner].length > 1 && !/^\(.*\)$/.test(inner) ? `(${inner})` : inner
}

/** MathML as a line of text: a fraction is `(a + b)/c`, a power `x^2`, a root `√(a)`. Its depth is bounded by the pre-scan. */
export function mathText(element: PageElement): string {
  const [first, second, third] = childrenOf(element)
  switch (element.tagName.toLowerCase()) {
    case 'mfrac':
      return `${grouped(first)}/${grouped(second)}`
    case 'msup':
    case 'mover':
      return `${grouped(first)}^${grouped(second)}`
    case 'msub':
    case 'munder':
      return `${grouped(first)}_${grouped(second)}`
    case 'msubsup':
    case 'munderover':
      return `${grouped(first)}_${grouped(second)}^${grouped(third)}`
    case 'msqrt':
      return `√(${joined(element)})`
    case 'mroot':
      return `√[${text(second)}](${text(first)})`
    case 'mtr':
    case 'mlabeledtr':
      return childrenOf(element).map(mathText).join(', ')
    case 'mtable':
      return childrenOf(element).map(mathText).join('; ')
    case 'mo':
      return operator((element.textContent ?? '').trim())
    case 'annotation':
    case 'annotation-xml':
      return ''
    default:
      return first ? joined(element) : (element.textContent ?? '').replace(/\s+/g, ' ').trim()
  }
}

const joined = (element: PageElement) => childrenOf(element).map(mathText).join('').trim()

/** Relations and sums have spaces around them. Invisible operators, such as the product of two letters, are left out. */
const operator = (sign: string) => {
  if (/^[\u2061-\u2064]*$/.test(sign)) return ''
  if (sign === ',') return ', '
  return /^[=<>≤≥≠≈≡∈⊂⊆→⇒⇔±+−×÷·-]$/u.test(sign) ? ` ${sign} ` : sign
}
