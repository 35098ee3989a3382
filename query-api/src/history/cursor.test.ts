import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { decodePlace, encodePlace } from './cursor.ts'

it('gives back every place', () => {
  const place = fc.record({
    at: fc.date({ min: new Date('-004000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
    stream: fc.constantFrom('l' as const, 'n' as const),
    revision: fc.nat(),
  })
  fc.assert(
    fc.property(place, each => {
      expect(decodePlace(encodePlace(each))).toEqual(each)
    }),
  )
})

test.each(['', 'x', 'zz', '0.l', '0.x1', '0.l-1', '0.lzzzzzz', 'zzzzzzzzzzz.l1', '-zzzzzzzzzzz.n1', "0.l1'"])(
  'refuses %j',
  text => expect(() => decodePlace(text)).toThrow('This cursor is not one of ours.'),
)
