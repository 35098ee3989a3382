import { randomUUID } from 'node:crypto'
import { fold } from '@lectern/contracts/fold.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { startProjections } from '../test-support/projections.ts'

const parts = duringTests(startParts)
const projections = duringTests(() => startProjections(parts))

/** Letters of one to four bytes, digits that Postgres takes for signs, marks that belong to a letter, and what parts words. */
const SIGN = fc.constantFrom(...'abcxyz', ...'éßжЖİς語文', '𝒳', '٣', '²', '\u0301', ...'-_./ \n')
const TEXT = fc.array(SIGN, { minLength: 3, maxLength: 30 }).map(signs => fold(signs.join('')))
const WORD = /[\p{L}\p{N}]{3,}/gu

/** A text and a part of one of its words. */
const found = TEXT.chain(text => {
  const words = text.match(WORD) ?? []
  if (words.length === 0) return fc.constant(undefined)
  return fc.constantFrom(...words).chain(word => {
    const letters = [...word]
    return fc
      .tuple(fc.nat(letters.length - 3), fc.integer({ min: 3, max: letters.length }))
      .map(([start, length]) => ({ text, part: letters.slice(start, start + length).join('') }))
  })
}).filter(each => each !== undefined)

it('every text has what any part of its words asks for', async () => {
  const { pool, schema } = projections
  await fc.assert(
    fc.asyncProperty(fc.array(found, { minLength: 50, maxLength: 50 }), async cases => {
      const { rows } = await pool.query(
        `SELECT text, part FROM json_to_recordset($2::json) AS c(text text, part text)
         WHERE NOT ${schema}.search_grams($1::uuid, text) @> ${schema}.search_grams_within($1::uuid, part)`,
        [randomUUID(), JSON.stringify(cases)],
      )
      expect(rows).toEqual([])
    }),
    { numRuns: 40 },
  )
})

it.each([
  ['lectern', 'ectx'],
  ['читалка', 'алки'],
])('%s has not what %s asks for, or what another library does', async (text, other) => {
  const { pool, schema } = projections
  const { rows } = await pool.query(
    `SELECT ${schema}.search_grams($1::uuid, $3) @> ${schema}.search_grams_within($1::uuid, $3) AS itself,
      ${schema}.search_grams($1::uuid, $3) @> ${schema}.search_grams_within($1::uuid, $4) AS other,
      ${schema}.search_grams($1::uuid, $3) @> ${schema}.search_grams_within($2::uuid, $3) AS elsewhere`,
    [randomUUID(), randomUUID(), text, other],
  )
  expect(rows).toEqual([{ itself: true, other: false, elsewhere: false }])
})
