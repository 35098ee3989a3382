import type { Id } from '../../../../data/id.ts'
import { articleText, type Span } from '../../../../parts/article-text/article-text.ts'
import type { AnchoredNote } from '../anchoring/anchor-notes.ts'
import { washOf } from '../colors.ts'
import { drawMarks, removeMarks } from './marks.ts'
import { overlapsOf } from './overlaps.ts'

/** Names of our highlights in CSS.highlights begin with this. */
const PREFIX = 'note-'
const OVERLAP = `${PREFIX}overlap`
const ACTIVE = `${PREFIX}active`

/** A background and an underline for stretches that two notes share, and for the notes that are open. */
const LINE = { [OVERLAP]: '1px dotted', [ACTIVE]: '2px solid' }

let sheet: CSSStyleSheet | undefined

const registry = (): HighlightRegistry | undefined =>
  'highlights' in CSS && 'adoptedStyleSheets' in document ? CSS.highlights : undefined

const removeHighlights = (highlights: HighlightRegistry): void => {
  for (const name of [...highlights.keys()]) if (name.startsWith(PREFIX)) highlights.delete(name)
}

const onPaper = (color: string, paper: string, ink: string): string =>
  `background-color: ${washOf(color, paper, ink)}; color: ${ink}`

/** Draws notes over the article in the colours of its theme. Returns how to remove them. */
export const drawNotes = (
  article: HTMLElement,
  notes: readonly AnchoredNote[],
  active: readonly Id[],
): (() => void) => {
  const style = getComputedStyle(article)
  const paper = style.getPropertyValue('--paper').trim()
  const ink = style.getPropertyValue('--ink').trim()
  const highlights = registry()
  if (!highlights) {
    drawMarks(article, notes, color => washOf(color, paper || '#ffffff', ink || '#000000'))
    return () => removeMarks(article)
  }

  const { rangeOf } = articleText(article)
  const toRange = ({ start, end }: Span) => rangeOf(start, end)
  const rules: string[] = []
  const add = (name: string, spans: readonly Span[], priority: number, rule: string) => {
    if (spans.length === 0) return
    const highlight = new Highlight(...spans.map(toRange))
    highlight.priority = priority
    highlights.set(name, highlight)
    rules.push(`::highlight(${name}) { ${rule} }`)
  }
  removeHighlights(highlights)
  const byColor = Map.groupBy(notes, ({ note }) => note.color.toLowerCase())
  let priority = 0
  for (const [color, drawn] of byColor) {
    const spans = drawn.map(({ span }) => span)
    const name = `${PREFIX}${color.slice(1)}`
    add(name, spans, priority++, onPaper(color, paper, ink))
    rules.push(`@media print { ::highlight(${name}) { ${onPaper(color, '#ffffff', '#000000')} } }`)
  }
  const underline = (line: string) => `text-decoration: underline ${line} ${ink}`
  add(OVERLAP, overlapsOf(notes.map(({ span }) => span)), priority++, underline(LINE[OVERLAP]))
  const open = notes.filter(({ note }) => active.includes(note.id)).map(({ span }) => span)
  add(ACTIVE, open, priority, underline(LINE[ACTIVE]))

  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets.push(sheet)
  }
  sheet.replaceSync(rules.join('\n'))
  return () => removeHighlights(highlights)
}
