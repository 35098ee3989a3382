import type { ExpectedRevision } from './event.ts'
import type { StreamHead } from './stream-head.ts'

/** The place of a stored event. */
export type Place = { readonly id: string; readonly revision: number; readonly position: number }

/** Stored events to compare an append with. `places.ts` fetches them. */
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
 * Decides whether events with these ids may follow the head of a stream, were appended before, or are refused.
 * A repeated append has its ids right after the revision that it expected.
 * If it expects no particular revision, its ids may be anywhere in the stream.
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

/** `known` if all ids are stored, undefined if the first is not, else WRONG: the append is neither a repetition nor new. */
function compare(ids: readonly string[], find: (id: string, n: number) => Place | undefined) {
  let last: Place | undefined
  for (const [n, id] of ids.entries()) {
    const place = find(id, n)
    if (!place) return n === 0 ? undefined : WRONG
    last = place
  }
  return last && ({ kind: 'known', last } satisfies Decision)
}
