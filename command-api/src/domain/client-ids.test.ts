import fc from 'fast-check'
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import {
  bytesOfIds,
  type ClientIds,
  freezeClientIds,
  IDS_OF_HALF,
  idOfClient,
  mayBeForgotten,
  noClientIds,
  rememberClientId,
  thawClientIds,
} from './client-ids.ts'

const BEGAN = Date.parse('2026-01-01T00:00:00.000Z')
const SECOND = 1_000
const timeOf = (n: number) => new Date(BEGAN + n * SECOND).toISOString()

/** An id for each second. */
const ids = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => uuidv7({ msecs: BEGAN + n * SECOND }))

const remember = (given: readonly string[], into: ClientIds = noClientIds(), first = 0): ClientIds => {
  for (const [n, id] of given.entries()) rememberClientId(into, id, first + n + 1, timeOf(first + n))
  return into
}

const thawed = (frozen: ClientIds): ClientIds => {
  const into = noClientIds()
  for (const part of freezeClientIds(frozen)) thawClientIds(into, JSON.parse(JSON.stringify(part)))
  return into
}

const given = ids(3 * IDS_OF_HALF + 10)

describe('ids of clients', () => {
  it('are known until 25,000 later ones have come, and take 5 MB at most', () => {
    const all = remember(given)
    const kept = given.slice(-IDS_OF_HALF)
    expect(kept.every((id, n) => idOfClient(all, id) === given.length - IDS_OF_HALF + n + 1)).toBe(true)
    expect(idOfClient(all, given[0] as string)).toBeUndefined()
    expect(all.recent.size + all.older.size).toBeLessThanOrEqual(2 * IDS_OF_HALF)
    expect(bytesOfIds(all)).toBeLessThan(5_300_000)
  })

  it('are the same after any snapshot as after all events', () => {
    const whole = remember(given)
    fc.assert(
      fc.property(fc.nat(given.length), at => {
        const half = thawed(remember(given.slice(0, at)))
        expect(remember(given.slice(at), half, at)).toEqual(whole)
      }),
      { numRuns: 10 },
    )
  })

  it('may be forgotten where they are older than what was forgotten, and where they have no time', () => {
    const all = remember(given)
    const [now, first, last] = [timeOf(given.length), given[0] as string, given.length * SECOND]
    expect(mayBeForgotten(all, first, now)).toBe(true)
    expect(mayBeForgotten(all, uuidv4(), now)).toBe(true)
    expect(mayBeForgotten(all, uuidv7({ msecs: BEGAN + last }), now)).toBe(false)
    expect(mayBeForgotten(all, uuidv7({ msecs: BEGAN + last + 3_600_000 }), now)).toBe(true)
  })

  it('are never in doubt before any is forgotten', () => {
    const all = remember(given.slice(0, 2 * IDS_OF_HALF))
    for (const id of [uuidv4(), uuidv7({ msecs: 0 })]) expect(mayBeForgotten(all, id, timeOf(0))).toBe(false)
  })

  it('are either known or in doubt, so that no repetition is taken for new', () => {
    const all = remember(given)
    const now = timeOf(given.length)
    for (const id of given)
      if (idOfClient(all, id) === undefined && !mayBeForgotten(all, id, now)) expect.fail(id)
  })
})
