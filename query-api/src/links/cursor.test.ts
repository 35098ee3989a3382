import { Rejected } from '@lectern/contracts/api/errors.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeCursor, encodeCursor } from './cursor.ts'

it('comes back as it went out', () => {
  const dates = fc.date({ min: new Date(-1e12), max: new Date(1e14), noInvalidDate: true })
  fc.assert(
    fc.property(
      dates,
      fc.integer({ min: 1, max: 2_147_483_647 }),
      fc.boolean(),
      (createdAt, id, inArticle) => {
        const cursor = { createdAt, id, inArticle }
        expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor)
      },
    ),
  )
})

it.each([
  '',
  '.',
  'a',
  'a.',
  '.a',
  'A.1',
  'a.1.2',
  'a.1.b',
  'zzzzzzzzzzz.1',
  '1.zzzzzz',
  "1.1'",
  '-1uw4qkkkkkk.1',
])('refuses %j', text => {
  expect(() => decodeCursor(text)).toThrow(Rejected)
})
