/** Texts of files have no NUL (text.ts), so one marks what a note's markup says. The letter behind it is the kind of mark. */
export const MARK = {
  /** An element begins or ends: white space here is the file's layout. */
  edge: '\0e',
  /** A line break that is none of the file's layout. */
  lineBreak: '\0b',
  /** Before the address of a link. */
  address: '\0a',
  linkEnd: '\0l',
} as const

/**
 * A note of a bookmark file, from its text with marks. Line breaks are as somebody typed them, but for those that lay out the
 * file: beside an element, or before an indented line. An address stands behind its link's text.
 */
export const noteText = (marked: string): string => {
  const note = new NoteText()
  const [first = '', ...rest] = marked.split('\0')
  note.write(first)
  for (const part of rest) {
    const text = part.slice(1)
    if (part.startsWith('e')) note.edge()
    else if (part.startsWith('b')) note.lineBreak()
    else note.link(part.startsWith('a') ? text : '')
    if (!part.startsWith('a')) note.write(text)
  }
  note.edge()
  note.link('')
  return note.parts.join('').trim()
}

class NoteText {
  readonly parts: string[] = []
  #isAtEdge = false
  #hasSpace = false
  #address = ''
  #linkFrom = 0

  write(given: string): void {
    const laidOut = given.replace(/\r?\n[ \t]+/g, ' ')
    if (this.#isAtEdge && /^\s/.test(laidOut)) this.#hasSpace = true
    const text = this.#isAtEdge ? laidOut.trimStart() : laidOut
    if (text === '') return
    const last = this.parts.at(-1)
    if (this.#hasSpace && last !== undefined && last !== '\n') this.parts.push(' ')
    this.parts.push(text)
    this.#isAtEdge = false
    this.#hasSpace = false
  }

  edge(): void {
    const last = this.parts.pop()
    if (last !== undefined) {
      const trimmed = last === '\n' ? last : last.trimEnd()
      if (trimmed !== last) this.#hasSpace = true
      if (trimmed !== '') this.parts.push(trimmed)
    }
    this.#isAtEdge = true
  }

  lineBreak(): void {
    this.parts.push('\n')
    this.#isAtEdge = false
    this.#hasSpace = false
  }

  /** Ends the link that is open, and begins one if there is an address. */
  link(address: string): void {
    const text = this.parts.slice(this.#linkFrom).join('').trim()
    if (this.#address !== '' && text === '') this.write(this.#address)
    else if (this.#address !== '' && this.#address !== text) this.parts.push(` (${this.#address})`)
    this.#address = address
    this.#linkFrom = this.parts.length
  }
}
