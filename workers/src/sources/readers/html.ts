import type { RowReason } from '@lectern/contracts/import-reasons.ts'
import { QuoteType, Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { ATTRIBUTES_MAX, FOLDERS_MAX, NAME_MAX, RECORD_MAX } from './limits.ts'
import { MARK, noteText } from './note-text.ts'

/** A link of a bookmark file. */
export type Bookmark = {
  readonly href: string | undefined
  title: string
  /** Text of the DD elements behind it. */
  note: string
  /** Other attributes, their names in lower case. */
  readonly attributes: ReadonlyMap<string, string>
  /** The nearest H1, and the H3 of each list around it. */
  readonly heading: string
  readonly folders: readonly string[]
}
export type HtmlRecord = Bookmark | RowReason

/** What a text belongs to. */
type Place = 'title' | 'note' | 'heading' | 'folder' | undefined

/** Elements of a note that are lines or words of their own. */
const APART = new Set(['li', 'ul', 'ol', 'div', 'blockquote', 'tr', 'td'])

/**
 * Finds the links of a bookmark file. It reads tokens rather than elements, since bookmark files leave most elements
 * open, and a stack of open elements would grow with the file.
 */
class BookmarkReader implements TokenizerCallbacks {
  readonly #tokenizer = new Tokenizer({ decodeEntities: true }, this)
  #piece = ''
  #pieceFrom = 0
  /** The piece before, in which a token may have begun. */
  #before = ''
  #tag = ''
  #attribute = ''
  #value = ''
  #attributes = new Map<string, string>()
  #place: Place
  #text = ''
  #link: Bookmark | undefined
  #isLinkOpen = false
  /** The link stands in a DT, so its note ends at the next one, and may have links and lists of its own. */
  #isInTerm = false
  #hasTerm = false
  #isTooLarge = false
  #heading = ''
  #folder = ''
  #folders: string[] = []
  #records: HtmlRecord[] = []

  push(piece: string): HtmlRecord[] {
    if (piece === '') return []
    this.#pieceFrom += this.#piece.length
    this.#before = this.#piece
    this.#piece = piece
    this.#tokenizer.write(piece)
    return this.#records.splice(0)
  }

  end(): HtmlRecord[] {
    this.#tokenizer.end()
    const isCut = this.#tag === 'a' || this.#isLinkOpen
    if (this.#isLinkOpen) this.#link = undefined
    this.#settle()
    this.#finish()
    return isCut ? [...this.#records, 'cut-off'] : this.#records
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#slice(start, end).toLowerCase()
    this.#attributes = new Map()
  }
  onattribname(start: number, end: number): void {
    this.#attribute = this.#slice(start, end).toLowerCase()
    this.#value = ''
  }
  onattribdata(start: number, end: number): void {
    if (this.#tag === 'a') this.#value = this.#grown(this.#value, this.#slice(start, end))
  }
  onattribentity(codePoint: number): void {
    if (this.#tag === 'a') this.#value = this.#grown(this.#value, String.fromCodePoint(codePoint))
  }
  onattribend(quote: QuoteType): void {
    if (this.#tag !== 'a' || this.#attributes.has(this.#attribute)) return
    if (this.#attributes.size === ATTRIBUTES_MAX) return
    if (quote !== QuoteType.NoValue || this.#attribute !== 'href')
      this.#attributes.set(this.#attribute, this.#value)
  }
  onopentagend(): void {
    const tag = this.#tag
    this.#tag = ''
    if (this.#isNoteOf(tag)) this.#openInNote(tag)
    else if (tag === 'a') this.#openLink()
    else if (tag === 'dd' && this.#link !== undefined) this.#begin('note')
    else if (tag === 'h1') this.#begin('heading')
    else if (tag === 'h2' || tag === 'h3') this.#begin('folder')
    else if (tag === 'dl') this.#openList()
    else if (tag === 'dt' || tag === 'li') {
      this.#begin(undefined)
      this.#hasTerm = tag === 'dt'
    } else if (tag === 'br' && this.#place !== undefined) this.#add('\n')
  }
  onselfclosingtag(): void {
    this.onopentagend()
  }
  onclosetag(start: number, end: number): void {
    const tag = this.#slice(start, end).trim().toLowerCase()
    if (this.#isNoteOf(tag)) this.#closeInNote(tag)
    else if (tag === 'dl') {
      this.#begin(undefined)
      this.#folders.pop()
    } else if (tag === 'a' || tag === 'h1' || tag === 'h2' || tag === 'h3' || tag === 'dd') this.#settle()
  }
  ontext(start: number, end: number): void {
    if (this.#place !== undefined) this.#add(this.#slice(start, end))
  }
  ontextentity(codePoint: number): void {
    if (this.#place === undefined) return
    const isBreak = this.#place === 'note' && codePoint === 10
    this.#add(isBreak ? MARK.lineBreak : String.fromCodePoint(codePoint))
  }
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #slice(start: number, end: number): string {
    const from = start - this.#pieceFrom
    const to = end - this.#pieceFrom
    if (from >= 0) return this.#piece.slice(from, to)
    const before = this.#before.length
    return this.#before.slice(Math.max(0, from + before), to + before) + this.#piece.slice(0, Math.max(0, to))
  }

  #add(more: string): void {
    this.#text = this.#grown(this.#text, more)
  }

  /** Whether an element is part of the note that is read, and no link or list of the file. */
  #isNoteOf(tag: string): boolean {
    if (this.#place !== 'note') return false
    return tag === 'a' || APART.has(tag) ? this.#isInTerm : tag === 'br' || tag === 'p'
  }

  #openInNote(tag: string): void {
    if (tag === 'br' || tag === 'p') this.#add(`${MARK.edge}${MARK.lineBreak}${MARK.edge}`)
    else if (tag === 'a')
      this.#add(`${MARK.edge}${MARK.address}${this.#attributes.get('href') ?? ''}${MARK.edge}`)
    else this.#add(`${MARK.edge} `)
  }

  #closeInNote(tag: string): void {
    if (tag === 'a') this.#add(`${MARK.edge}${MARK.linkEnd}${MARK.edge}`)
    else if (APART.has(tag)) this.#add(`${MARK.edge} `)
  }

  #grown(text: string, more: string): string {
    if (text.length + more.length <= RECORD_MAX) return text + more
    this.#isTooLarge = true
    return text
  }

  #begin(place: Place): void {
    this.#settle()
    if (place !== 'note') this.#finish()
    this.#place = place
  }

  /** Gives the text to what it belongs to. */
  #settle(): void {
    const text = this.#place === 'note' ? noteText(this.#text) : this.#text.trim()
    if (this.#place === 'heading') this.#heading = text.slice(0, NAME_MAX)
    else if (this.#place === 'folder') this.#folder = text.slice(0, NAME_MAX)
    else if (this.#link !== undefined && this.#place === 'note')
      this.#link.note += `${this.#link.note && '\n'}${text}`
    else if (this.#link !== undefined && this.#place !== undefined) this.#link[this.#place] = text
    this.#place = undefined
    this.#isLinkOpen = false
    this.#text = ''
  }

  #openLink(): void {
    this.#begin('title')
    this.#link = {
      href: this.#attributes.get('href'),
      title: '',
      note: '',
      attributes: this.#attributes,
      heading: this.#heading,
      folders: this.#folders.filter(name => name !== ''),
    }
    this.#isLinkOpen = true
    this.#isInTerm = this.#hasTerm
    this.#hasTerm = false
  }

  #openList(): void {
    this.#begin(undefined)
    if (this.#folders.length < FOLDERS_MAX) this.#folders.push(this.#folder)
    this.#folder = ''
    this.#hasTerm = false
  }

  #finish(): void {
    if (this.#link !== undefined) this.#records.push(this.#isTooLarge ? 'too-large' : this.#link)
    this.#link = undefined
    this.#isTooLarge = false
  }
}

/** The links of a bookmark file in batches. */
export async function* bookmarks(pieces: AsyncIterable<string>): AsyncGenerator<HtmlRecord[]> {
  const reader = new BookmarkReader()
  for await (const piece of pieces) {
    const records = reader.push(piece)
    if (records.length > 0) yield records
  }
  yield reader.end()
}
