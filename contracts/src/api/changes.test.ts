import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { Change } from './changes.ts'

/** The message as clients read it before changes named acts. */
const Earlier = z.object({
  what: z.array(z.enum(['links', 'collections', 'extraction', 'account', 'search', 'imports', 'notes'])),
  linkIds: z.optional(z.array(z.int())),
  exports: z.optional(z.boolean()),
  history: z.optional(z.boolean()),
})

const EARLIER = { what: ['links' as const, 'search' as const], linkIds: [7], history: true }
const NOW: Change = { ...EARLIER, acts: [{ key: 'a key', set: { linkId: 7, isFavorite: true } }] }

test('a client of before reads which lists a change names, and a server of before names no acts', () => {
  expect(Earlier.parse(NOW)).toEqual(EARLIER)
  expect(Change.parse(EARLIER)).toEqual(EARLIER)
  expect(Change.parse(NOW)).toEqual(NOW)
})
