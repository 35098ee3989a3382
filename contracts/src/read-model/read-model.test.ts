import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIBRARY_LANES, laneOf } from './lanes.ts'
import { encodeProgress, type Progress, parseProgress } from './progress.ts'

describe('lanes', () => {
  it('keep each library in its lane', () => {
    expect(laneOf('01920000-0000-7000-8000-000000000001')).toBe('1')
    expect(laneOf('01920000-0000-7000-8000-000000000002')).toBe('0')
  })

  it('have equal shares of the libraries', () => {
    const counts = new Map(LIBRARY_LANES.map(lane => [lane as string, 0]))
    for (let n = 0; n < 4_000; n += 1) {
      const lane = laneOf(`01920000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`)
      counts.set(lane, (counts.get(lane) ?? 0) + 1)
    }
    for (const count of counts.values()) expect(count).toBeGreaterThan(800)
  })
})

describe('progress', () => {
  const change = fc.record(
    {
      libraryId: fc.uuid(),
      change: fc.record(
        {
          what: fc.uniqueArray(fc.constantFrom('links' as const, 'account' as const, 'extraction' as const)),
          linkIds: fc.array(fc.integer({ min: 1, max: 2_147_483_647 }), { maxLength: 20 }),
        },
        { requiredKeys: ['what'] },
      ),
    },
    { requiredKeys: ['libraryId', 'change'] },
  )

  it('fits into payloads that Postgres takes, with the positions in the last one', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 400 }), changes => {
        const lanes = { '0': '12/12', articles: '9223372036854775807/9223372036854775807' }
        const payloads = encodeProgress({ schema: 'read_v1_2', lanes, changes } as Progress)
        for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000)
        const told = payloads.map(payload => parseProgress(payload))
        expect(told.flatMap(each => each?.changes)).toEqual(changes)
        // A listener that hears a position has heard all changes before it.
        expect(told.pop()?.lanes).toEqual(lanes)
        for (const each of told) expect(each?.lanes).toEqual({})
      }),
    )
  })

  it('has the traces of the changes, where they have room', () => {
    const traces = Array.from({ length: 10 }, () => `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`)
    const tracesOf = (links: number) => {
      const linkIds = Array.from({ length: links }, (_, n) => 100_000 + n)
      const changes = [{ libraryId: 'a', change: { what: ['links' as const], linkIds } }]
      const [payload = ''] = encodeProgress({ schema: 'read_v1_2', lanes: {}, changes, traces })
      expect(payload.length).toBeLessThan(8_000)
      return parseProgress(payload)?.traces
    }
    expect(tracesOf(1)).toEqual(traces)
    expect(tracesOf(1_100)).toEqual([])
    expect(encodeProgress({ schema: 'read_v1_2', lanes: {}, changes: [], traces })[0]).not.toContain('traces')
  })

  it('is undefined if its payload has an unknown format', () => {
    expect(parseProgress('{"schema":1}')).toBeUndefined()
    expect(parseProgress('no json')).toBeUndefined()
  })
})
