import type { PageDocument, PageElement } from './dom.ts'
import { maxDataImage } from './sanitise.ts'

/** Lengths in UTF-16 units. Some regular expressions of Readability cost the square of the length. */
const maxAttribute = new Map([
  ['property', 100],
  ['name', 100],
  ['content', 4_096],
  ['href', 2_048],
  ['src', maxDataImage],
  // Sanitising drops it.
  ['srcset', 0],
])
const maxOtherAttribute = 1_000
/** Readability compares titles, headings and the headlines in scripts word by word, at the cost of a square. */
const maxTitle = 1_000
const maxScript = 100_000

/** Removes long attributes and scripts and shortens long titles and headings, which would cost Readability too much. */
export function boundTree(document: PageDocument): void {
  for (const element of [...document.querySelectorAll('*')]) boundElement(document, element)
}

function boundElement(document: PageDocument, element: PageElement): void {
  for (const { name, value } of [...element.attributes]) {
    if (value.length > (maxAttribute.get(name) ?? maxOtherAttribute)) element.removeAttribute(name)
  }
  const { tagName } = element
  if (tagName === 'SCRIPT' && textLength(element) > maxScript) element.remove()
  else if (tagName === 'TITLE' && textLength(element) > maxTitle) {
    element.textContent = element.textContent?.slice(0, maxTitle) ?? ''
  } else if (/^H[12]$/.test(tagName) && textLength(element) > maxTitle) {
    const paragraph = document.createElement('div')
    for (const node of [...element.childNodes]) paragraph.append(node)
    element.replaceWith(paragraph)
  }
}

const textLength = (element: PageElement) => element.textContent?.length ?? 0
