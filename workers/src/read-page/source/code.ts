import { classesOf, nearest, type PageDocument, type PageElement, type PageNode } from '../dom.ts'

/** Elements that number lines, or copy the code. */
const gutters =
  'td.gutter, td.linenos, td.blob-num, .linenos, .lineno, .line-numbers-rows, .line-number, .linenumber, button, .copy-button'
const language =
  /(?:^|\s)(?:(?:language|lang|highlight-source|highlight-text)-|brush:\s*|sourceCode\s+)([a-z][\w+#.-]{0,29})/i
const noLanguage = /^(text|plain|plaintext|none|code)$/i

/** A style that keeps the lines of an element. */
const keepsLines = /white-space\s*:\s*(pre|pre-wrap|break-spaces)\b/i

/**
 * Makes code blocks `<pre><code class="language-x">text</code></pre>`, without line numbers and colours. Code of several lines that is in no
 * `pre` gets one: alone in its element, a line for each `code`, or with a style that keeps lines.
 */
export function code(document: PageDocument): void {
  const holders = new Set<PageElement>()
  for (const element of document.querySelectorAll('code, [style*="white-space"]')) {
    const holder = element.tagName === 'CODE' ? element.parentNode : element
    if (!holder || holders.has(holder)) continue
    holders.add(holder)
    withoutPre(document, element, holder)
  }
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

function withoutPre(document: PageDocument, element: PageElement, holder: PageElement): void {
  const isStyled = keepsLines.test(element.getAttribute('style') ?? '')
  if (!/^(P|DIV|SECTION|FIGURE|TD|LI|BLOCKQUOTE|CODE)$/.test(holder.tagName)) return
  if (nearest(element, ({ tagName }) => tagName === 'PRE' || tagName === 'TABLE') !== null) return
  if (holder.querySelector('p, div, ul, ol, img, h1, h2, h3') !== null) return
  const parts = [...holder.childNodes].filter(node => node.nodeType !== 8)
  const isBlank = (node: PageNode) => node.nodeType === 3 && !node.textContent?.trim()
  const isCode = (node: PageNode) => node.nodeType === 1 && /^(CODE|BR)$/.test((node as PageElement).tagName)
  if (!isStyled && !parts.every(part => isBlank(part) || isCode(part))) return
  const text = textWithBreaks(parts, isStyled || parts.filter(isCode).length === 1)
  if (!text.trim().includes('\n')) return
  const block = document.createElement('pre')
  const inner = document.createElement('code')
  const names = `${classesOf(element)} ${classesOf(holder)}`.trim()
  if (names) inner.setAttribute('class', names)
  inner.textContent = text.replace(/^\n+|\s+$/g, '')
  block.append(inner)
  if (/^(TD|LI|BLOCKQUOTE)$/.test(holder.tagName)) holder.replaceChildren(block)
  else holder.replaceWith(block)
}

/** The text of nodes, with a line break for each `br`. @param keepsBreaks whether line breaks of the source are lines */
function textWithBreaks(nodes: readonly PageNode[], keepsBreaks: boolean): string {
  return nodes
    .map(node => {
      if (node.nodeType === 3) return keepsBreaks ? (node.textContent ?? '') : ''
      if (node.nodeType !== 1) return ''
      const element = node as PageElement
      if (element.tagName === 'BR') return '\n'
      return element.tagName === 'CODE' || element.querySelector('br') !== null
        ? textWithBreaks([...element.childNodes], true)
        : (element.textContent ?? '')
    })
    .join('')
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
