import { Parser } from 'htmlparser2'

/** Longer texts are no titles, and a stack of open elements would make them slow to read. */
const MARKUP_MAX = 10_000

/** The text of a piece of HTML. */
export const plainText = (html: string): string => {
  if (!/[<&]/.test(html) || html.length > MARKUP_MAX) return html
  let text = ''
  const parser = new Parser({ ontext: part => (text += part) })
  // A bare < begins no element.
  parser.end(html.replace(/<(?![a-z/!])/gi, '&lt;'))
  return text
}
