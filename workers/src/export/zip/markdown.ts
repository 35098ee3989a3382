import { type ChildNode, type Element, isTag, isText } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { flattenNests } from './flatten-nests.ts'

/** The text of an article, as our sanitiser wrote it, in Markdown (CommonMark, with the tables of GitHub). */
export const markdownOf = (html: string): string =>
  `${blocksOf(flattenNests(parseDocument(html).children))}\n`.trimStart()

/** Text of a page that is no Markdown and no HTML. */
export const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>~|$&]/g, '\\$&')

const BLOCKS = new Set(
  (
    'p h1 h2 h3 h4 h5 h6 blockquote pre hr div section article ul ol li dl dt dd ' +
    'table caption figure figcaption thead tbody tfoot tr td th colgroup col'
  ).split(' '),
)

const isBlock = (node: ChildNode): boolean => isTag(node) && BLOCKS.has(node.name)

/** Blocks with a blank line between them. Text between blocks is a paragraph. */
const blocksOf = (nodes: readonly ChildNode[], between = '\n\n'): string => {
  const blocks: string[] = []
  let inline: ChildNode[] = []
  const settle = () => {
    const text = paragraph(inline)
    if (text !== '') blocks.push(text)
    inline = []
  }
  for (const node of nodes) {
    if (!isTag(node) || !(isBlock(node) || holdsBlock(node))) inline.push(node)
    else {
      settle()
      const text = isBlock(node) ? block(node) : blocksOf(node.children)
      if (text.trim() !== '') blocks.push(text)
    }
  }
  settle()
  return blocks.join(between)
}

/** A link around a card, for example. */
const holdsBlock = (element: Element): boolean =>
  element.children.some(node => isBlock(node) || (isTag(node) && holdsBlock(node)))

const block = (element: Element): string => {
  const { name, children } = element
  switch (name) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6': {
      const text = oneLine(children)
      return text === '' ? '' : `${'#'.repeat(Number(name[1]))} ${text}`
    }
    case 'hr':
      return '* * *'
    case 'pre':
      return codeBlock(element)
    case 'blockquote':
      return prefixed(blocksOf(children), '> ', '> ')
    case 'ul':
    case 'ol':
      return list(element)
    case 'dt':
      return `**${oneLine(children)}**`
    case 'dd':
      return prefixed(blocksOf(children), '- ', '  ')
    case 'table':
      return table(element)
    case 'figcaption':
    case 'caption': {
      const text = oneLine(children)
      return text === '' ? '' : `*${text}*`
    }
    case 'colgroup':
    case 'col':
      return ''
    default:
      return blocksOf(children)
  }
}

/** Markdown knows numbers of nine digits. */
const NUMBER_MAX = 999_999_999

const list = ({ name, attribs, children }: Element): string => {
  const items = children.filter(child => isTag(child) || textOf(child).trim() !== '')
  let number = (name === 'ol' ? Number.parseInt(attribs.start ?? '1', 10) || 1 : 0) - 1
  const isLoose = items.some(item => isTag(item) && item.children.filter(isBlock).length > 1)
  return items
    .map(item => {
      const own = isTag(item) ? Number.parseInt(item.attribs.value ?? '', 10) : Number.NaN
      number = Number.isNaN(own) ? number + 1 : own
      const mark = name === 'ol' ? `${Math.min(Math.max(0, number), NUMBER_MAX)}. ` : '- '
      const inner = isTag(item) && item.name === 'li' ? item.children : [item]
      return prefixed(blocksOf(inner, isLoose ? '\n\n' : '\n'), mark, ' '.repeat(mark.length))
    })
    .join(isLoose ? '\n\n' : '\n')
}

const prefixed = (text: string, first: string, others: string): string =>
  text
    .split('\n')
    .map((line, n) => (n === 0 ? `${first}${line}` : line === '' ? others.trimEnd() : `${others}${line}`))
    .join('\n')

/** A fence is longer than any run of backticks inside. */
const codeBlock = (element: Element): string => {
  const code = withoutOuterLines(textOf(element))
  const inner = element.children.find(child => isTag(child) && child.name === 'code')
  const language =
    /\blanguage-([\w+#.-]+)/.exec((inner as Element | undefined)?.attribs.class ?? '')?.[1] ?? ''
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1))
  return `${fence}${language}\n${code}\n${fence}`
}

/** Without the line break that HTML ignores after <pre>, and without those at the end. */
const withoutOuterLines = (code: string): string => {
  const from = code.startsWith('\n') ? 1 : 0
  let to = code.length
  while (to > from && code[to - 1] === '\n') to -= 1
  return code.slice(from, to)
}

/**
 * Cells that span others stand in their first place. Only the first row, which says how many columns there are, has a cell for each
 * column: with empty cells in every row, 500 kB of HTML became gigabytes.
 */
const table = (element: Element): string => {
  const caption = element.children.find(child => isTag(child) && child.name === 'caption')
  const rows = rowsOf(element).map(row =>
    row.children
      .filter((cell): cell is Element => isTag(cell) && (cell.name === 'td' || cell.name === 'th'))
      .map(cell => oneLine(cell.children, 'cell')),
  )
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (width === 0) return blocksOf(element.children.filter(child => isTag(child) && child.name === 'caption'))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const [first = [], ...body] = rows
  const head = Array.from({ length: width }, (_, n) => first[n] ?? '')
  const lines = [line(head), line(Array(width).fill('---')), ...body.map(line)].join('\n')
  return caption ? `${block(caption as Element)}\n\n${lines}` : lines
}

const rowsOf = (element: Element): Element[] =>
  element.children.flatMap(child =>
    !isTag(child) ? [] : child.name === 'tr' ? [child] : child.name === 'caption' ? [] : rowsOf(child),
  )

const paragraph = (nodes: readonly ChildNode[]): string =>
  lineStarts(
    inlineOf(nodes, 'paragraph')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim(),
  ).replace(/\n/g, '\\\n')

/** The same where line breaks would end the block. */
const oneLine = (nodes: readonly ChildNode[], place: Place = 'line'): string =>
  inlineOf(nodes, place).replace(/\s+/g, ' ').trim()

/** Characters that begin a block at the beginning of a line. */
const lineStarts = (text: string): string =>
  text.replace(/^([#+=-])/gm, '\\$1').replace(/^(\d{1,9})([.)])/gm, '$1\\$2')

/** Lines and cells have no line breaks. In cells a bar ends the cell, also inside of code. */
type Place = 'paragraph' | 'line' | 'cell'

const inlineOf = (nodes: readonly ChildNode[], place: Place): string => {
  const pieces: string[] = []
  for (const node of nodes) {
    const piece = inline(node, place)
    if (piece === '') continue
    const before = pieces.at(-1)
    // An exclamation mark before a link would make it a picture. The fences of two codes would be one.
    if (piece.startsWith('[') && before?.endsWith('!'))
      pieces[pieces.length - 1] = `${before.slice(0, -1)}\\!`
    if (piece.startsWith('`') && before?.endsWith('`')) pieces.push(' ')
    pieces.push(piece)
  }
  return pieces.join('')
}

const MARKS: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  cite: '*',
  del: '~~',
  s: '~~',
}
/** Elements that Markdown has no sign for. */
const KEPT = new Set(['sub', 'sup', 'mark', 'u', 'ins'])

const inline = (node: ChildNode, place: Place): string => {
  if (isText(node)) return escapeMarkdown(node.data.replace(/\s+/g, ' '))
  if (!isTag(node)) return ''
  const { name, attribs, children } = node
  if (name === 'br') return place === 'paragraph' ? '\n' : ' '
  if (name === 'img') return image(attribs)
  if (name === 'code' || name === 'kbd' || name === 'samp') return codeSpan(textOf(node), place)
  if (attribs['data-math'] !== undefined) {
    const sign = attribs['data-math'] === 'block' ? '$$' : '$'
    return `${sign}${formula(textOf(node), place)}${sign}`
  }
  const inner = inlineOf(children, place === 'paragraph' && isBlock(node) ? 'line' : place)
  if (name === 'a') return link(inner, attribs)
  if (name === 'q') return `“${inner}”`
  if (name === 'rp') return ''
  if (name === 'rt') return `(${inner})`
  if (KEPT.has(name) && inner.trim() !== '') return `<${name}>${inner}</${name}>`
  const mark = MARKS[name]
  return mark === undefined ? inner : marked(inner, mark)
}

/** A mark stands next to its words, the white space outside. */
const marked = (text: string, mark: string): string => {
  const words = text.trim()
  if (words === '') return text
  const from = text.indexOf(words)
  return `${text.slice(0, from)}${mark}${words}${mark}${text.slice(from + words.length)}`
}

const link = (text: string, { href }: Element['attribs']): string => {
  const words = text.trim()
  // Places inside the page have no address in Markdown.
  if (!href || href.startsWith('#') || words === '') return text
  const from = text.indexOf(words)
  return `${text.slice(0, from)}[${words}](${target(href)})${text.slice(from + words.length)}`
}

const image = ({ src = '', alt = '' }: Element['attribs']): string =>
  `![${escapeMarkdown(alt.replace(/\s+/g, ' '))}](${target(src)})`

/** Angle brackets hold brackets. A backtick would begin code, and a bar would end a cell of a table. */
const target = (address: string): string => {
  const plain = address.replace(/[\s<>`|\\]/g, encodeURIComponent)
  return /[()*_]/.test(plain) ? `<${plain}>` : plain
}

/**
 * TeX as it is, since Markdown has no escapes in it. What a program without formulas would take for HTML, code, a link or the end
 * of a cell is written in another way that TeX has.
 */
const formula = (tex: string, place: Place): string => {
  const text = tex
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/<(?=[a-z/!?])/gi, '\\lt ')
    .replaceAll('`', '\\lq ')
    .replaceAll('](', '] (')
  return place === 'cell' ? text.replace(/\\\\|\\?\|/g, bar => BARS[bar] ?? bar) : text
}
const BARS: Readonly<Record<string, string>> = { '|': '\\|', '\\|': '\\Vert ' }

const codeSpan = (code: string, place: Place): string => {
  const text = code.replace(/\s+/g, ' ')
  if (text.trim() === '') return ' '
  // Programs differ in how they read a bar after a backslash in code.
  if (place === 'cell' && text.includes('|')) return `<code>${escapeMarkdown(text)}</code>`
  const fence = '`'.repeat(longestRun(text) + 1)
  const room = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${fence}${room}${text}${room}${fence}`
}

const longestRun = (text: string): number => {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}

const textOf = (node: ChildNode): string =>
  isText(node)
    ? node.data
    : isTag(node)
      ? node.name === 'br'
        ? '\n'
        : node.children.map(textOf).join('')
      : ''
