import type { RowReason } from '@lectern/contracts/import-reasons.ts'
import Papa from 'papaparse'
import { RECORD_MAX } from './limits.ts'

/** The cells of a record, or why it has none. */
export type CsvRecord = readonly string[] | RowReason

type Parsed = {
  data: string[][]
  errors: readonly { readonly code: string; readonly row: number }[]
  meta: { cursor: number }
}
type Place = { readonly cells: string[]; readonly errors: Parsed['errors']; readonly text: string }

const DELIMITERS = [',', ';', '\t']

/** Wrong quotes of one record; Papa Parse keeps an object for each, so more would fill the memory. */
const BAD_QUOTES_MAX = 1_000

/** An address at the beginning of a cell. A tab is a delimiter and no space, so that no text matches in two ways. */
const ADDRESS = /(?:^|[,;\t"])[^\S\t]*https?:\/\//i

/** The delimiter that the first line has most of. */
const delimiterOf = (text: string): string => {
  const line = text.trimStart().split(/[\r\n]/, 1)[0] ?? ''
  const counts = DELIMITERS.map(delimiter => line.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

/** The line with which some programs tell Excel the delimiter; it is no record. */
const EXCEL_LINE = /^\s*"?sep=([^\r\n])"?\1*[^\S\r\n]*(?:\r\n?|\n|$)/i
/** Longer first lines are decided on before they end. */
const FIRST_LINE_MAX = 65_536

const newlineOf = (text: string): '\n' | '\r' => (text.includes('\r') && !text.includes('\n') ? '\r' : '\n')

/**
 * Cuts a table into records. The first one is the header. A record that cannot be read gives its reason, and reading
 * goes on with the next line that can be.
 */
class CsvReader {
  #text = ''
  #config: Papa.ParseConfig | undefined
  #newline: '\n' | '\r' = '\n'
  #columns = 0
  /** Characters to wait for: with fewer, the record was not complete. */
  #wanted = 0
  /** Inside a record that is too large. */
  #isSkipping = false
  #shortRows = 0

  push(piece: string): CsvRecord[] {
    this.#text += piece
    if (this.#text.length < this.#wanted || !this.#isBegun(false)) return []
    return this.#isSkipping ? this.#skip(false) : this.#read(false)
  }

  end(): CsvRecord[] {
    this.#isBegun(true)
    return this.#isSkipping ? this.#skip(true) : this.#read(true)
  }

  /** What the first line says of all that follow. */
  #isBegun(isLast: boolean): boolean {
    if (this.#config !== undefined) return true
    const text = this.#text
    if (!isLast && text.length < FIRST_LINE_MAX && !/[\r\n]/.test(text.trimStart())) return false
    const line = EXCEL_LINE.exec(text)
    if (line !== null) this.#text = text.slice(line[0].length)
    this.#newline = newlineOf(text)
    this.#config = { delimiter: line?.[1] ?? delimiterOf(text), newline: this.#newline }
    return true
  }

  #read(isLast: boolean): CsvRecord[] {
    const text = this.#text
    if (text === '') return []
    const { data, errors, meta } = this.#parse(text, !isLast)
    const records: CsvRecord[] = []
    if (errors.length > 0)
      for (const place of this.#places(text, isLast))
        for (const record of this.#mended(place)) records.push(record)
    else for (const cells of data) if (this.#isRecord(cells)) records.push(cells)
    if (isLast && !text.endsWith(this.#newline) && this.#isShort(records.at(-1)) && this.#shortRows === 1)
      records[records.length - 1] = 'cut-off'
    this.#text = isLast ? '' : text.slice(meta.cursor)
    // A record that is not complete is read again once it is twice as long, so that this takes linear time.
    this.#wanted = Math.min(2 * this.#text.length, RECORD_MAX)
    if (this.#text.length >= RECORD_MAX) return [...records, ...this.#giveUp('too-large')]
    const unfinished = errors.reduce((count, { row }) => (row === data.length ? count + 1 : count), 0)
    return unfinished > BAD_QUOTES_MAX ? [...records, ...this.#giveUp('unreadable')] : records
  }

  #parse(text: string, ignoreLastRow: boolean, step?: (result: Parsed) => void): Parsed {
    const config = step === undefined ? this.#config : { ...this.#config, step }
    return new Papa.Parser(config as Papa.ParseConfig).parse(text, 0, ignoreLastRow)
  }

  /** A line without any text is no record. */
  #isRecord(cells: string[]): boolean {
    const last = cells.length - 1
    const end = cells[last] ?? ''
    if (end.endsWith('\r')) cells[last] = end.slice(0, -1)
    if (last === 0 && cells[0]?.trim() === '') return false
    if (this.#columns === 0) this.#columns = cells.length
    if (this.#isShort(cells)) this.#shortRows++
    return true
  }

  #isShort(record: CsvRecord | undefined): boolean {
    return typeof record === 'object' && record.length < this.#columns
  }

  /** Papa Parse says where records are only if it goes record by record. */
  #places(text: string, isLast: boolean): Place[] {
    const places: Place[] = []
    let start = 0
    this.#parse(text, !isLast, ({ data, errors, meta }) => {
      places.push({ cells: data[0] ?? [], errors, text: text.slice(start, meta.cursor) })
      start = meta.cursor
    })
    return places
  }

  /** A quote too many joins a record with those that follow it; their lines are then read one by one. */
  #mended({ cells, errors, text }: Place): CsvRecord[] {
    if (errors.length > 0) {
      const isOpen = errors.some(error => error.code === 'MissingQuotes')
      if (this.#nextRow(text, true) >= 0) return this.#lineByLine(text, isOpen)
      if (isOpen) return ['cut-off']
      if (cells.length !== this.#columns && this.#columns > 0) return ['unreadable']
    }
    return this.#isRecord(cells) ? [cells] : []
  }

  #lineByLine(text: string, isOpen: boolean): CsvRecord[] {
    const records: CsvRecord[] = []
    let isBroken = false
    for (const { line } of linesIn(text, this.#newline)) {
      if (line.trim() === '') continue
      const { data, errors } = hasManyQuotes(line) ? { data: [], errors: [0] } : this.#parse(line, false)
      isBroken = errors.length > 0
      if (isBroken) records.push('unreadable')
      else for (const cells of data) if (this.#isRecord(cells)) records.push(cells)
    }
    if (isOpen && isBroken) records[records.length - 1] = 'cut-off'
    return records
  }

  /** Place of the first line behind the first that is a whole record with an address; -1 where there is none. */
  #nextRow(text: string, isLast: boolean): number {
    for (const { line, start, isWhole } of linesIn(text, this.#newline))
      if (start > 0 && (isWhole || isLast) && this.#isRow(line)) return start
    return -1
  }

  #isRow(line: string): boolean {
    if (!ADDRESS.test(line) || hasManyQuotes(line)) return false
    if (line.split('"').length % 2 === 0) return false
    const { data, errors } = this.#parse(line, false)
    return errors.length === 0 && data[0]?.length === this.#columns
  }

  /** Ends a record that cannot be completed. */
  #giveUp(reason: RowReason): CsvRecord[] {
    const text = this.#text
    const end = text.lastIndexOf(this.#newline) + 1
    if (this.#nextRow(text, false) >= 0) {
      this.#text = text.slice(end)
      this.#wanted = 0
      return this.#lineByLine(text.slice(0, end), false)
    }
    this.#isSkipping = true
    return [reason, ...this.#skip(false)]
  }

  /** Drops lines up to the next record. The first line is always part of what is dropped. */
  #skip(isLast: boolean): CsvRecord[] {
    const text = this.#text
    const next = this.#nextRow(text, isLast)
    this.#wanted = 0
    if (next < 0) {
      const begun = text.lastIndexOf(this.#newline)
      this.#text = begun < 0 || text.length - begun > RECORD_MAX ? '' : text.slice(begun)
      return []
    }
    this.#text = text.slice(next)
    this.#isSkipping = false
    return this.#read(isLast)
  }
}

function* linesIn(text: string, newline: string) {
  let start = 0
  for (let end = text.indexOf(newline); end >= 0; end = text.indexOf(newline, start)) {
    yield { line: text.slice(start, end), start, isWhole: true }
    start = end + 1
  }
  yield { line: text.slice(start), start, isWhole: false }
}

const hasManyQuotes = (line: string): boolean => {
  let at = line.indexOf('"')
  for (let count = 0; at >= 0; at = line.indexOf('"', at + 1)) if (++count > BAD_QUOTES_MAX) return true
  return false
}

/** The records of a table in batches. */
export async function* csvRecords(pieces: AsyncIterable<string>): AsyncGenerator<CsvRecord[]> {
  const reader = new CsvReader()
  for await (const piece of pieces) {
    const records = reader.push(piece)
    if (records.length > 0) yield records
  }
  yield reader.end()
}
