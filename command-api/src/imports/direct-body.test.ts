import { Readable } from 'node:stream'
import type { Rejected } from '@lectern/contracts/api/errors.ts'
import { DIRECT_ARTICLES_MAX } from '@lectern/contracts/limits.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDirect } from './direct-body.ts'

const bodyOf = (json: string, size = 65_536) => {
  const bytes = Buffer.from(json)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.subarray(n * size, (n + 1) * size),
  )
  return Readable.from(pieces, { objectMode: false })
}

/** The articles of a body and its other fields; the code of the refusal where it is refused. */
const read = async (json: string, size?: number) => {
  try {
    const { file, fields } = await readDirect(bodyOf(json, size))
    const pieces: Buffer[] = []
    for await (const piece of file ?? []) pieces.push(piece)
    return { file: Buffer.concat(pieces).toString(), fields: await fields }
  } catch (error) {
    return (error as Rejected).code
  }
}

const article = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))

test('articles are read whatever the pieces in which they come', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(article, { minLength: 1, maxLength: 5 }),
      fc.record({ tags: fc.array(fc.string()), proceedWithFree: fc.boolean() }),
      fc.boolean(),
      fc.nat(2),
      fc.integer({ min: 1, max: 50 }),
      async (articles, rest, isLast, space, size) => {
        const body = isLast ? { ...rest, articles } : { articles, ...rest }
        expect(await read(JSON.stringify(body, null, space), size)).toMatchObject({
          file: JSON.stringify({ articles: JSON.parse(JSON.stringify(articles)) }),
          fields: { proceedWithFree: rest.proceedWithFree },
        })
      },
    ),
  )
})

test('a body without articles is read as a whole', async () => {
  const uploadId = '019a0000-0000-7000-8000-0000000000d1'
  expect(await read(JSON.stringify({ uploadId, articles: [] }))).toMatchObject({
    file: '',
    fields: { uploadId },
  })
  expect(await read('')).toMatchObject({ fields: { proceedWithFree: false } })
})

const row = '{"url":"https://example.com/"}'

describe('a body is refused where', () => {
  test.each([
    ['it is no JSON', '{"articles":[', 'bad-request'],
    ['an article is no JSON', '{"articles":[{url}]}', 'bad-request'],
    ['articles have no comma between them', `{"articles":[${row}${row}]}`, 'bad-request'],
    ['an article is no object', `{"articles":[${row},0]}`, 'invalid-input'],
    ['its articles are inside something else', `{"x":{"articles":[${row}]},"articles":[0]}`, 'invalid-input'],
    ['it has fewer articles than the preview', `{"articles":[${row}],"totalItems":2}`, 'upload-again'],
    [
      'it has an upload, too',
      `{"articles":[${row}],"uploadId":"019a0000-0000-7000-8000-0000000000d1"}`,
      'invalid-input',
    ],
    [
      'it has too many articles',
      `{"articles":[${`${row},`.repeat(DIRECT_ARTICLES_MAX)}${row}]}`,
      'upload-again',
    ],
    ['an article is too large', `{"articles":[{"url":"${'x'.repeat(60_000)}"}]}`, 'body-too-large'],
    ['an article has too many values', `{"articles":[{"tags":[${'0,'.repeat(10_000)}0]}]}`, 'bad-request'],
    ['an article is too deep', `{"articles":[{"tags":${'['.repeat(40)}${']'.repeat(40)}}]}`, 'bad-request'],
    [
      'the rest has too many values',
      `{"articles":[${row}],"tags":[${'{},'.repeat(10_000)}{}]}`,
      'bad-request',
    ],
    ['the rest is too large', `{"articles":[${row}],"tags":["${'x'.repeat(1_048_576)}"]}`, 'body-too-large'],
  ])('%s', async (_, json, code) => {
    expect(await read(json)).toBe(code)
  })
})
