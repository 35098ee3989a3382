/** Longer lines are prose that the reader breaks, in UTF-16 units. */
const minProse = 50
/** Indented, in columns, or drawn with lines: its white space is part of it. */
const hasLayout = (line: string) =>
  /^[ \t]|[^\s.!?:"')] {2}\S|\S(?: {3,}|\t)\S|[\u2500-\u259f]|[-=_+*|]{4,}|^\|.*\|$/.test(line)

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => text.replace(/[&<>]/g, character => escapes[character] ?? '')

/** Whether a page is text without markup, Markdown among it. */
export const isPlainText = (contentType: string): boolean =>
  plainTypes.has(contentType.split(';')[0]?.trim().toLowerCase() ?? '')

export const plainTypes: ReadonlySet<string> = new Set(['text/plain', 'text/markdown', 'text/x-markdown'])

/**
 * Plain text as HTML that keeps its lines: what has columns, an indent or short lines is preformatted; a paragraph in one line, or in
 * lines of one width, is a paragraph.
 */
export function plainTextHtml(text: string): string {
  const parts = text
    .trimEnd()
    .replace(/\r\n?|\f|[\u2028\u2029]/g, '\n')
    .split(/\n(?:[ \t]*\n)+/)
  const html: string[] = []
  let layout: string[] = []
  const settle = () => {
    if (layout.length > 0) html.push(`<pre>${escaped(layout.join('\n\n'))}</pre>`)
    layout = []
  }
  for (const part of parts) {
    const lines = part.split('\n').map(line => line.trimEnd())
    if (lines.every(line => line === '')) continue
    // A short line after such a part is a heading of it, or one more of its lines.
    const isLine = layout.length > 0 && part.length < minProse
    if (isProse(lines) && !isLine) {
      settle()
      html.push(`<p>${lines.map(escaped).join('<br />')}</p>`)
    } else layout.push(lines.join('\n').replace(/^\n+|\n+$/g, ''))
  }
  settle()
  return html.join('\n')
}

/** Lines of a width, but for the last one, without an order of their own. */
function isProse(lines: readonly string[]): boolean {
  if (lines.some(hasLayout)) return false
  return lines.slice(0, -1).every(line => line.length >= minProse)
}
