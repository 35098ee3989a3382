import { Rejected } from '@lectern/contracts/api/errors.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeCursor, encodeCursor } from './cursor.ts'

it('survives encoding and decoding', () => {
  const dates = fc.date({ min: new Date(-1e12), max: new Date(1e14), noInvalidDate: true })
  const search = fc.record({ inArticle: fc.boolean(), total: fc.integer({ min: 0, max: 1_001 }) })
  const cursors = fc.record(
    { createdAt: dates, id: fc.integer({ min: 1, max: 2_147_483_647 }), search },
    { requiredKeys: ['createdAt', 'id'] },
  )
  fc.assert(
    fc.property(cursors, cursor => {
      expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor)
    }),
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
  'a.1.a',
  'a.1.x9',
  'zzzzzzzzzzz.1',
  '1.zzzzzz',
  "1.1'",
  '-1uw4qkkkkkk.1',
])('refuses %j', text => {
  expect(() => decodeCursor(text)).toThrow(Rejected)
})
