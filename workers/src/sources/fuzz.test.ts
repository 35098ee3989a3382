import { readdirSync } from 'node:fs'
import { ImportSource } from '@lectern/contracts/import-sources.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileOf, fixtureBytes, NOW } from '../test-support/import-files.ts'
import { chunksOf } from './chunk.ts'
import { detect } from './detect.ts'
import { FileRefused, type SourceFile } from './source.ts'

/** Milliseconds in which a small file must be read, whatever it holds. */
const PATIENCE = 5_000
const HUGE = 300_000

const folder = new URL('../../fixtures/imports/', import.meta.url)
const samples = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile())
  .map(entry => `${entry.parentPath.slice(folder.pathname.length)}/${entry.name}`.replaceAll('//', '/'))

type Outcome = { readonly refused?: string; readonly chunks: unknown[] }

/** Reads a file to its end, and checks that each row is accounted for once. */
const outcomeOf = async (file: SourceFile, chosen: ImportSource): Promise<Outcome> => {
  const chunks: unknown[] = []
  try {
    let next = 1
    for await (const found of chunksOf((await detect(file, chosen)).read(file), { now: NOW })) {
      const { firstRow, lastRow, rows, failed, skipped } = found.chunk
      const numbers = [...rows, ...failed, ...skipped].map(({ row }) => row).sort((a, b) => a - b)
      expect(numbers).toEqual(Array.from({ length: lastRow - firstRow + 1 }, (_, n) => firstRow + n))
      expect(firstRow).toBe(next)
      next = lastRow + 1
      chunks.push(found)
    }
    return { chunks }
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    return { chunks, refused: error.reason }
  }
}

type Mutation = (bytes: Buffer) => Buffer
const place = fc.double({ min: 0, max: 1, noNaN: true })
const spliced = (bytes: Buffer, at: number, removed: number, inserted: Buffer) =>
  Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)])
const index = (bytes: Buffer, share: number) => Math.floor(share * bytes.length)

const SPLINTERS = [
  '"',
  '""',
  "'",
  ',',
  '\n',
  '\r',
  '\0',
  '\\',
  '{',
  '}',
  '[',
  ']',
  '<',
  '>',
  '<!--',
  '&#',
  '</a>',
  '\uFEFF',
]
const HEADERS = ['url', 'title', 'URL', 'tags', 'time_added', 'status', 'folder', 'href', '"url"']
const NEW_HEADERS = ['__proto__', 'constructor', 'link', '', 'toString', 'URL ']

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(place, fc.nat(255)).map(
    ([at, byte]): Mutation =>
      bytes => {
        const changed = Buffer.from(bytes)
        if (changed.length > 0) changed[Math.min(index(bytes, at), bytes.length - 1)] = byte
        return changed
      },
  ),
  place.map(
    (at): Mutation =>
      bytes =>
        bytes.subarray(0, index(bytes, at)),
  ),
  fc.tuple(place, place).map(
    ([at, length]): Mutation =>
      bytes =>
        spliced(bytes, index(bytes, at), index(bytes, length / 4), Buffer.alloc(0)),
  ),
  fc.tuple(place, fc.constantFrom(...SPLINTERS)).map(
    ([at, text]): Mutation =>
      bytes =>
        spliced(bytes, index(bytes, at), 0, Buffer.from(text)),
  ),
  fc.tuple(place, fc.uint8Array({ maxLength: 20 })).map(
    ([at, noise]): Mutation =>
      bytes =>
        spliced(bytes, index(bytes, at), 0, Buffer.from(noise)),
  ),
  fc.tuple(place, place, place).map(
    ([from, length, at]): Mutation =>
      bytes => {
        const copied = bytes.subarray(index(bytes, from), index(bytes, from) + index(bytes, length))
        return spliced(bytes, index(bytes, at), 0, copied)
      },
  ),
  fc.tuple(place, fc.constantFrom('x', '"', '<b>', '[', '\0', 'a,', '&')).map(
    ([at, text]): Mutation =>
      bytes =>
        spliced(bytes, index(bytes, at), 0, Buffer.from(text.repeat(HUGE / text.length))),
  ),
  fc.tuple(fc.constantFrom(...HEADERS), fc.constantFrom(...NEW_HEADERS)).map(
    ([from, to]): Mutation =>
      bytes =>
        Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1'),
  ),
)
const mutations = fc.array(mutation, { minLength: 1, maxLength: 5 })
const anySource = fc.constantFrom(...ImportSource.options)

describe('mutated samples', () => {
  test.each(samples)('%s is read or refused, and each row accounted for', async path => {
    const sample = fixtureBytes(path)
    await fc.assert(
      fc.asyncProperty(mutations, anySource, async (changes, chosen) => {
        const bytes = changes.reduce((changed, change) => change(changed), sample)
        const started = performance.now()
        const outcome = await outcomeOf(fileOf(bytes), chosen)
        expect(performance.now() - started).toBeLessThan(PATIENCE)
        if (bytes.length < 10_000)
          expect(await outcomeOf(fileOf(bytes, { size: 1 }), chosen)).toEqual(outcome)
        else expect(await outcomeOf(fileOf(bytes, { size: 7_777 }), chosen)).toEqual(outcome)
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 60) },
    )
  })

  test('any bytes are read or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), anySource, async (bytes, chosen) => {
        await outcomeOf(fileOf(bytes), chosen)
      }),
      { numRuns: 300 },
    )
  })
})
