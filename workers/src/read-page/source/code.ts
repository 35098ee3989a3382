import { classesOf, type PageDocument, type PageElement } from '../dom.ts'

/** Elements that number lines, or copy the code. */
const gutters =
  'td.gutter, td.linenos, td.blob-num, .linenos, .lineno, .line-numbers-rows, .line-number, .linenumber, button, .copy-button'
const language =
  /(?:^|\s)(?:(?:language|lang|highlight-source|highlight-text)-|brush:\s*|sourceCode\s+)([a-z][\w+#.-]{0,29})/i
const noLanguage = /^(text|plain|plaintext|none|code)$/i

/** Makes code blocks `<pre><code class="language-x">text</code></pre>`, without line numbers and colours. */
export function code(document: PageDocument): void {
  for (const table of document.querySelectorAll('table')) inTable(table)
  for (const block of document.querySelectorAll('pre')) {
    if (block.querySelector('img, table') !== null) continue
    for (const gutter of block.querySelectorAll(gutters)) gutter.remove()
    const name = languageOf(block)
    const inner = document.createElement('code')
    if (name) inner.setAttribute('class', `language-${name}`)
    inner.textContent = linesOf(block)
    // Some code is written without any mark but the block itself, for example ASCII art.
    if (name || block.querySelector('code, span') !== null) block.replaceChildren(inner)
  }
}

/** Code that is laid out as a table has its text in one cell. */
function inTable(table: PageElement): void {
  const blocks = [...table.querySelectorAll('td pre')]
  const numbers = blocks.filter(block => /^[\s\d]*$/.test(block.textContent ?? ''))
  const texts = blocks.filter(block => !numbers.includes(block))
  const [text] = texts
  if (text && texts.length === 1 && numbers.length > 0) table.replaceWith(text)
}

function languageOf(block: PageElement): string | null {
  const inner = block.querySelector('code')
  const around = [inner, block, block.parentNode, block.parentNode?.parentNode]
  for (const element of around) {
    if (!element) continue
    const named = element.getAttribute('data-lang') ?? element.getAttribute('data-language')
    const name = named ?? language.exec(classesOf(element))?.[1]
    if (name && !noLanguage.test(name) && /^[\w+#.-]{1,30}$/.test(name)) return name.toLowerCase()
  }
  return null
}

/** The text of a block where each line is an element, or ends with `<br>`. */
function linesOf(block: PageElement): string {
  for (const end of block.querySelectorAll('br')) end.replaceWith('\n')
  const lines = [...block.querySelectorAll('div, .line, .code-line, .token-line')].filter(isOutermostLine)
  for (const line of lines) {
    const next = line.nextSibling
    if (next && !/^\s*\n/.test(next.textContent ?? '') && !(line.textContent ?? '').endsWith('\n'))
      line.append('\n')
  }
  return block.textContent ?? ''
}

const isOutermostLine = (line: PageElement) => line.parentNode?.tagName !== 'DIV' || line.tagName === 'DIV'
