import { classesOf, type PageDocument, type PageElement, type PageNode } from '../dom.ts'

const pullQuote = /(^|[\s_-])(pull-?(ed-?)?(out-?)?quotes?|pq)(\s|$|[_-])/i
/** In letters and digits. A longer one is no pull quote, a shorter one may be twice in a text by chance. */
const [minLetters, maxLetters] = [20, 400]
const maxQuotes = 50
const noText = /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|HEAD)$/

/** Removes parts that are named pull quotes and repeat words of the text. One whose words stand nowhere else stays. */
export function pullQuotes(document: PageDocument): void {
  const quotes = [...document.querySelectorAll('[class]')].filter(isQuote).slice(0, maxQuotes)
  if (quotes.length === 0) return
  const text = lettersOf(document.body, new Set(quotes))
  for (const quote of quotes) {
    const letters = lettersOf(quote)
    const isShort = letters.length >= minLetters && letters.length <= maxLetters
    if (isShort && text.includes(letters)) quote.remove()
  }
}

const isQuote = (element: PageElement) =>
  pullQuote.test(classesOf(element).slice(0, 1_000)) && !/^(ARTICLE|MAIN|BODY|HTML)$/.test(element.tagName)

function lettersOf(root: PageElement, without: ReadonlySet<PageNode> = new Set()): string {
  const texts: string[] = []
  const visit = (node: PageNode) => {
    if (node.nodeType === 3) texts.push(node.textContent ?? '')
    else if (node.nodeType === 1 && !noText.test((node as PageElement).tagName) && !without.has(node))
      for (const child of node.childNodes) visit(child)
  }
  visit(root)
  return texts
    .join('')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
