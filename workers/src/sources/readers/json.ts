import type { RowReason } from '@lectern/contracts/import-reasons.ts'
import { RECORD_MAX } from './limits.ts'

/** A value of the document, or why it could not be read. */
export type JsonItem = {
  /** Its place, such as `collections.*.links.*`. */
  readonly path: string
  /** Positions in the arrays around it. */
  readonly at: readonly number[]
} & ({ readonly value: unknown } | { readonly reason: RowReason })

/** take: give the value; enter: look inside it; skip: neither; end: read no further. */
export type Choice = 'take' | 'enter' | 'skip' | 'end'

/** Code units of a member's name that are read. */
const KEY_MAX = 1_000

/** A longer name is passed over: it is scanned from its start with each piece. */
const KEY_SCANNED_MAX = 131_072

type Frame = {
  readonly isArray: boolean
  readonly path: string
  readonly at: readonly number[]
  next: number
}
type Pending = { readonly path: string; readonly at: readonly number[]; choice: 'take' | 'skip' }

const BLANK = /[^\s,:]/g
const STRUCTURE = /["{}[\]]/g
/** JSON has no line breaks in strings, so one of them ends a string whose quote is missing. */
const STRING_END = /["\\\n]/g
const SCALAR_END = /[\s,:{}[\]"]/g

/** The place from `from` on where a pattern occurs; the text's length where it does not. */
const find = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex - 1 : text.length
}

/**
 * Cuts chosen values out of a JSON document that comes in pieces, and parses each by itself. A value that is not JSON
 * gives its reason, and reading goes on behind it.
 */
class JsonReader {
  readonly #choose: (path: string) => Choice
  #text = ''
  /** Start of the value or key that is read, and how far it was scanned. */
  #start = 0
  #scanned = 0
  #depth = 0
  #isInString = false
  #key: string | undefined
  #pending: Pending | undefined
  readonly #frames: Frame[] = []
  #items: JsonItem[] = []
  /** Nothing behind what was read is wanted. */
  isEnded = false

  constructor(choose: (path: string) => Choice) {
    this.#choose = choose
  }

  push(piece: string): JsonItem[] {
    this.#text = this.#text.slice(this.#start) + piece
    this.#scanned -= this.#start
    this.#start = 0
    while (this.#step());
    return this.#items.splice(0)
  }

  end(): JsonItem[] {
    const items = this.push('\n')
    const pending = this.#pending
    return pending?.choice === 'take'
      ? [...items, { path: pending.path, at: pending.at, reason: 'cut-off' }]
      : items
  }

  /** @returns whether there may be more to read */
  #step(): boolean {
    if (this.#pending !== undefined) return this.#value(this.#pending)
    const start = find(BLANK, this.#text, this.#start)
    this.#start = start
    this.#scanned = start
    if (start === this.#text.length) return false
    const sign = this.#text[start]
    if (sign === ']' || sign === '}') this.#close(sign === ']')
    else if (this.#frames.at(-1)?.isArray === false && this.#key === undefined) return this.#name()
    else this.#open(sign === '[' || sign === '{')
    return !this.isEnded
  }

  /** A closing bracket also closes what was left open inside. */
  #close(isArray: boolean): void {
    const at = this.#frames.findLastIndex(frame => frame.isArray === isArray)
    if (at >= 0) this.#frames.length = at
    this.#key = undefined
    this.#start++
  }

  /** Reads the name of a member; what is no name is passed over. */
  #name(): boolean {
    const text = this.#text
    if (text[this.#start] !== '"') {
      this.#start = Math.max(this.#start + 1, find(SCALAR_END, text, this.#start))
      return true
    }
    for (let end = find(STRING_END, text, this.#start + 1); end < text.length; ) {
      if (text[end] !== '\\') {
        this.#key = text.slice(this.#start + 1, Math.min(end, this.#start + 1 + KEY_MAX))
        this.#start = end + 1
        return true
      }
      end = find(STRING_END, text, end + 2)
    }
    if (text.length - this.#start > KEY_SCANNED_MAX) this.#start = text.length
    return false
  }

  #open(isContainer: boolean): void {
    const frame = this.#frames.at(-1)
    const path =
      frame === undefined ? '' : `${frame.path}${frame.path && '.'}${frame.isArray ? '*' : this.#key}`
    const at = frame?.isArray ? [...frame.at, frame.next++] : (frame?.at ?? [])
    this.#key = undefined
    const choice = frame === undefined ? 'enter' : this.#choose(path)
    if (choice === 'end') this.isEnded = true
    else if (choice === 'enter' && isContainer) {
      this.#frames.push({ isArray: this.#text[this.#start] === '[', path, at, next: 0 })
      this.#start++
    } else this.#pending = { path, at, choice: choice === 'enter' ? 'skip' : choice }
  }

  #value(pending: Pending): boolean {
    const isWhole = this.#scan()
    const length = this.#scanned - this.#start
    if (length > RECORD_MAX && pending.choice === 'take') {
      this.#items.push({ path: pending.path, at: pending.at, reason: 'too-large' })
      pending.choice = 'skip'
    }
    if (isWhole) {
      if (pending.choice === 'take') this.#items.push(this.#parsed(pending))
      this.#pending = undefined
    }
    if (isWhole || pending.choice === 'skip') this.#start = this.#scanned
    return isWhole
  }

  /** @returns whether the value's end was reached */
  #scan(): boolean {
    const text = this.#text
    while (this.#scanned < text.length) {
      if (this.#isInString) {
        const at = find(STRING_END, text, this.#scanned)
        const isEscape = text[at] === '\\'
        this.#scanned = isEscape ? at + 2 : Math.min(at + 1, text.length)
        if (this.#scanned > text.length) {
          this.#scanned = at
          return false
        }
        if (isEscape || at === text.length) continue
        this.#isInString = false
        if (this.#depth === 0) return true
      } else if (this.#depth === 0 && !'"{['.includes(text[this.#scanned] ?? '')) {
        this.#scanned = find(SCALAR_END, text, this.#scanned)
        return this.#scanned < text.length
      } else {
        const at = find(STRUCTURE, text, this.#scanned)
        this.#scanned = Math.min(at + 1, text.length)
        const sign = text[at]
        if (sign === '"') this.#isInString = true
        else if (sign === '{' || sign === '[') this.#depth++
        else if (sign !== undefined && --this.#depth === 0) return true
      }
    }
    return false
  }

  #parsed({ path, at }: Pending): JsonItem {
    try {
      return { path, at, value: JSON.parse(this.#text.slice(this.#start, this.#scanned)) }
    } catch {
      return { path, at, reason: 'unreadable' }
    }
  }
}

/**
 * The chosen values of a JSON document in batches.
 * @param choose what to do with the value at a path, in which `*` stands for a position in an array
 */
export async function* jsonItems(
  pieces: AsyncIterable<string>,
  choose: (path: string) => Choice,
): AsyncGenerator<JsonItem[]> {
  const reader = new JsonReader(choose)
  for await (const piece of pieces) {
    const items = reader.push(piece)
    if (items.length > 0) yield items
    if (reader.isEnded) return
  }
  yield reader.end()
}

/** Takes the values at the given paths. */
export const taking = (...paths: readonly string[]): ((path: string) => Choice) => {
  const choices = new Map<string, Choice>()
  for (const path of paths) {
    const names = path.split('.')
    for (let n = 1; n < names.length; n++) choices.set(names.slice(0, n).join('.'), 'enter')
  }
  for (const path of paths) choices.set(path, 'take')
  return path => choices.get(path) ?? 'skip'
}

/** Takes the values of one list of the document, and reads nothing behind that list. */
export const takingList = (name: string): ((path: string) => Choice) => {
  const take = taking(`${name}.*`)
  let hasBegun = false
  return path => {
    if (path === name) hasBegun = true
    else if (hasBegun && !path.includes('.')) return 'end'
    return take(path)
  }
}
