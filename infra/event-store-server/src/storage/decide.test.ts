import { describe, expect, test } from 'vitest'
import { decide, type Place } from './decide.ts'
import type { ExpectedRevision } from './event.ts'
import { KEEP_ALL, type StreamHead } from './stream-head.ts'

const head = (revision: number, more: Partial<StreamHead> = {}): StreamHead => ({
  revision,
  position: revision * 100,
  isTombstoned: false,
  metaRevision: -1,
  metadata: undefined,
  retention: KEEP_ALL,
  ...more,
})

/** A stream whose events have these ids. */
const stored = (...ids: string[]) => {
  const places: Place[] = ids.map((id, revision) => ({ id, revision, position: revision * 100 }))
  return {
    byId: (_stream: string, id: string) => places.find(place => place.id === id),
    byRevision: (_stream: string, revision: number) => places[revision],
  }
}

const softDeleted = { retention: { ...KEEP_ALL, isSoftDeleted: true } }
const known = (revision: number) => ({ kind: 'known', last: { revision, position: revision * 100 } })
const append = { kind: 'append' }
const wrong = { kind: 'wrong-revision' }
const deleted = { kind: 'deleted' }

describe('with a, b and c stored', () => {
  test.each<[ExpectedRevision, string[], object]>([
    [2, ['d'], append],
    ['any', ['d', 'e'], append],
    ['stream_exists', ['d'], append],
    [1, ['d'], wrong],
    [3, ['d'], wrong],
    ['no_stream', ['d'], wrong],
    ['no_stream', ['a'], known(0)],
    ['no_stream', ['a', 'b'], known(1)],
    [0, ['b', 'c'], known(2)],
    ['any', ['b'], known(1)],
    ['stream_exists', ['a', 'b', 'c'], known(2)],
    [2, ['a'], append],
    ['any', ['c', 'd'], wrong],
    [1, ['c', 'd'], wrong],
    ['any', [], append],
    [1, [], wrong],
  ])('expecting %s, appending %j: %o', (expected, ids, decision) => {
    expect(decide('s', head(2), expected, ids, stored('a', 'b', 'c'))).toMatchObject(decision)
  })
})

describe('where there is no event', () => {
  test.each<[ExpectedRevision, object]>([
    ['no_stream', append],
    ['any', append],
    ['stream_exists', wrong],
    [0, wrong],
  ])('expecting %s: %o', (expected, decision) => {
    expect(decide('s', head(-1), expected, ['a'], stored())).toMatchObject(decision)
  })

  test('metadata makes a stream exist', () => {
    expect(decide('s', head(-1, { metaRevision: 0 }), 'stream_exists', ['a'], stored())).toEqual(append)
  })
})

describe('deletion', () => {
  test.each<[ExpectedRevision, object]>([
    ['no_stream', append],
    ['any', append],
    [1, append],
    [0, wrong],
    ['stream_exists', deleted],
  ])('of a stream that may come back, expecting %s: %o', (expected, decision) => {
    expect(decide('s', head(1, softDeleted), expected, ['c'], stored('a', 'b'))).toMatchObject(decision)
  })

  test.each<ExpectedRevision>(['any', 'no_stream', 'stream_exists', 1])(
    'for good, expecting %s',
    expected => {
      expect(decide('s', head(1, { isTombstoned: true }), expected, ['a'], stored('a', 'b'))).toEqual(deleted)
    },
  )
})
