import type { ExpectedRevision } from './event.ts'
import type { StreamHead } from './stream-head.ts'

/** Where an event that is already stored stands. */
export type Place = { readonly id: string; readonly revision: number; readonly position: number }

/** The stored events that a decision may have to compare with; `places.ts` fetches those that one can need. */
export type KnownPlaces = {
  byId(stream: string, id: string): Place | undefined
  byRevision(stream: string, revision: number): Place | undefined
}

export type Decision =
  | { readonly kind: 'append' }
  | { readonly kind: 'known'; readonly last: Place }
  | { readonly kind: 'wrong-revision' }
  | { readonly kind: 'deleted' }

const APPEND: Decision = { kind: 'append' }
const WRONG: Decision = { kind: 'wrong-revision' }
const DELETED: Decision = { kind: 'deleted' }

/**
 * Whether events with these ids may follow the head of a stream, were appended before, or come too late.
 * A repeated append is recognised by its ids standing right after the revision it expected,
 * or, where it expects none in particular, by its ids standing anywhere in the stream.
 */
export function decide(
  stream: string,
  head: StreamHead,
  expected: ExpectedRevision,
  ids: readonly string[],
  known: KnownPlaces,
): Decision {
  if (head.isTombstoned) return DELETED
  if (expected === 'stream_exists') {
    if (head.retention.isSoftDeleted) return DELETED
    if (head.revision < 0 && head.metaRevision < 0) return WRONG
  }
  if (expected === 'any' || expected === 'stream_exists')
    return compare(ids, id => known.byId(stream, id)) ?? APPEND

  const after = expected === 'no_stream' ? -1 : expected
  if (after === head.revision) return APPEND
  if (after > head.revision) return WRONG
  const repeated = compare(ids, (id, n) => {
    const place = known.byRevision(stream, after + 1 + n)
    return place?.id === id ? place : undefined
  })
  if (repeated) return repeated
  return after === -1 && head.retention.isSoftDeleted ? APPEND : WRONG
}

/** All ids found: known. None: undefined. Some: an append that can be no repetition, and no new one either. */
function compare(ids: readonly string[], find: (id: string, n: number) => Place | undefined) {
  let last: Place | undefined
  for (const [n, id] of ids.entries()) {
    const place = find(id, n)
    if (!place) return n === 0 ? undefined : WRONG
    last = place
  }
  return last && ({ kind: 'known', last } satisfies Decision)
}
