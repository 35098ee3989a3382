import type { Readable } from 'node:stream'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { ImportDirectRequest } from '@lectern/contracts/api/imports.ts'
import {
  BULK_BODY_MAX,
  DIRECT_ARTICLES_MAX,
  DIRECT_BODY_MAX,
  JSON_DEPTH_MAX,
  JSON_VALUES_MAX,
  LINK_BODY_MAX,
} from '@lectern/contracts/limits.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { isLargerThan } from '@lectern/platform/http/json-size.ts'

type Fields = ReturnType<typeof readInput<typeof ImportDirectRequest>>

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
/** Levels of `{"articles":[`. */
const IN_ARTICLES = 2

/** @throws Rejected bad-request */
const parse = (json: string): unknown => {
  if (isLargerThan(json, { depth: JSON_DEPTH_MAX, values: JSON_VALUES_MAX }))
    throw new Rejected('bad-request')
  try {
    return JSON.parse(json)
  } catch {
    throw new Rejected('bad-request')
  }
}

/** Cuts the articles out of a body and leaves a 0 for each, so that no more than one of them is parsed at a time. */
class DirectReader {
  rows = 0
  rest = ''
  #row: string | undefined
  #depth = 0
  #inString = false
  #isEscape = false
  #articles: 'before' | 'inside' | 'behind' = 'before'

  /** @returns the articles that end in this piece, each as JSON */
  push(text: string): string[] {
    const articles: string[] = []
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (this.#inString) {
        if (this.#isEscape) this.#isEscape = false
        else if (code === BACKSLASH) this.#isEscape = true
        else if (code === QUOTE) this.#inString = false
      } else if (code === QUOTE) {
        this.#inString = true
      } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
        if (this.#depth === IN_ARTICLES && this.#articles === 'inside' && code === OPEN_OBJECT) {
          this.#grow(text.slice(from, at))
          this.#row = ''
          from = at
        }
        this.#depth += 1
        if (this.#depth === IN_ARTICLES && this.#articles === 'before' && code === OPEN_ARRAY) {
          const before = this.rest.slice(-20) + text.slice(Math.max(from, at - 20), at)
          if (/"articles"\s*:\s*$/.test(before)) this.#articles = 'inside'
        }
      } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
        this.#depth -= 1
        if (this.#row !== undefined && this.#depth === IN_ARTICLES) {
          this.#grow(text.slice(from, at + 1))
          articles.push(this.#take())
          from = at + 1
        } else if (this.#depth < IN_ARTICLES && this.#articles === 'inside') this.#articles = 'behind'
      }
    }
    this.#grow(text.slice(from))
    return articles
  }

  #take(): string {
    this.rows += 1
    if (this.rows > DIRECT_ARTICLES_MAX) throw new Rejected('upload-again')
    const article = parse(this.#row ?? '')
    this.#row = undefined
    this.rest += '0'
    return JSON.stringify(article)
  }

  #grow(text: string): void {
    if (this.#row === undefined) this.rest += text
    else this.#row += text
    if (this.rest.length > BULK_BODY_MAX || (this.#row ?? '').length > LINK_BODY_MAX)
      throw new Rejected('body-too-large')
  }
}

/** The articles of an import-direct in batches, as they come, and at the end what else the body says. */
async function* articlesIn(body: Readable): AsyncGenerator<string[], Fields> {
  const reader = new DirectReader()
  const decoder = new TextDecoder()
  let bytes = 0
  // A body that is refused is not destroyed: its connection still takes the answer.
  for await (const piece of body.iterator({ destroyOnReturn: false })) {
    bytes += piece.length
    if (bytes > DIRECT_BODY_MAX) throw new Rejected('body-too-large')
    const articles = reader.push(decoder.decode(piece, { stream: true }))
    if (articles.length > 0) yield articles
  }
  const fields = readInput(ImportDirectRequest, reader.rest === '' ? undefined : parse(reader.rest))
  const { articles = [], totalItems = 0, uploadId } = fields
  if (articles.length !== reader.rows)
    throw new Rejected('invalid-input', {}, 'Each article needs an address.')
  if (reader.rows === 0) return fields
  if (uploadId !== undefined) throw new Rejected('invalid-input', {}, 'Send articles or an uploadId.')
  if (totalItems > reader.rows) throw new Rejected('upload-again')
  return fields
}

/** The body of an import-direct. Its articles are a file, which a worker checks like any other. */
export type Direct =
  | { readonly file: undefined; readonly fields: Fields }
  | { readonly file: AsyncIterable<Buffer>; readonly fields: Promise<Fields> }

/**
 * Reads a body up to its first articles; the rest comes while the file is read.
 * @throws Rejected, as the file does: bad-request, body-too-large, invalid-input, upload-again
 */
export const readDirect = async (body: Readable): Promise<Direct> => {
  const batches = articlesIn(body)
  const next = () =>
    batches.next().catch(error => {
      // The caller hung up.
      throw error instanceof Rejected ? error : new Rejected('bad-request')
    })
  let batch = await next()
  if (batch.done) return { file: undefined, fields: batch.value }
  const { promise: fields, resolve } = Promise.withResolvers<Fields>()
  const file = async function* () {
    for (let before = '{"articles":['; !batch.done; before = ',') {
      yield Buffer.from(before + batch.value.join())
      batch = await next()
    }
    resolve(batch.value)
    yield Buffer.from(']}')
  }
  return { file: file(), fields }
}
