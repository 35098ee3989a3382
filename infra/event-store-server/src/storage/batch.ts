import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { type Decision, decide } from './decide.ts'
import {
  DELETED_REVISION,
  type ExpectedRevision,
  extentOf,
  metastreamOf,
  type ProposedEvent,
  type RecordedEvent,
} from './event.ts'
import { applyMetadata, type Heads, isMetastream, originalOf } from './heads.ts'
import { Places } from './places.ts'
import type { StreamHead } from './stream-head.ts'

export type Change = {
  readonly stream: string
  readonly expected: ExpectedRevision
  /** `delete` and `tombstone` write an event of their own. */
  readonly act: 'append' | 'delete' | 'tombstone'
  readonly events: readonly ProposedEvent[]
}

export type Outcome =
  | { readonly kind: 'done'; readonly revision: number; readonly position: number }
  | { readonly kind: 'wrong-revision'; readonly current: number }
  | { readonly kind: 'deleted' }

/** Decides changes one after another on drafts of the heads. `commit` turns the drafts into the heads. */
export class Batch {
  readonly events: RecordedEvent[] = []
  /** Streams, and the first revision of each that is not to be erased. */
  readonly erasures = new Map<string, string>()
  readonly #heads: Heads
  readonly #places: Places
  readonly #drafts = new Map<string, StreamHead>()
  readonly #created = Date.now()
  #nextPosition: number

  /** @param nextPosition position of the first event of the batch */
  constructor(heads: Heads, places: Places, nextPosition: number) {
    this.#heads = heads
    this.#places = places
    this.#nextPosition = nextPosition
  }

  get nextPosition(): number {
    return this.#nextPosition
  }

  /** Needs the heads that `loadHeads` loads for the change. */
  add(change: Change): Outcome {
    const head = this.#draft(change.stream)
    const ids = change.act === 'append' ? change.events.map(e => e.id) : [randomUUID()]
    const decision = decide(change.stream, head, change.expected, ids, this.#places)
    if (decision.kind !== 'append') return outcomeOf(decision, head)
    if (change.act === 'append') return this.#append(change, head)
    return change.act === 'delete'
      ? this.#softDelete(change.stream, head)
      : this.#tombstone(change.stream, head)
  }

  commit(): void {
    for (const [stream, draft] of this.#drafts) Object.assign(this.#heads.peek(stream) ?? {}, draft)
  }

  #append({ stream, events }: Change, head: StreamHead): Outcome {
    const first = head.revision + 1
    for (const event of events) this.#record(stream, head, head.revision + 1, event)
    const { revision, position } = head
    if (head.retention.isSoftDeleted) this.#undelete(stream, head, first)
    const last = events.at(-1)
    if (isMetastream(stream) && last) this.#applyToOriginal(originalOf(stream), revision, last.data)
    return { kind: 'done', revision, position }
  }

  /** New metadata brings a deleted stream back without its old events. */
  #applyToOriginal(stream: string, metaRevision: number, metadata: Uint8Array) {
    const head = this.#draft(stream)
    const wasSoftDeleted = head.retention.isSoftDeleted
    applyMetadata(head, stream, metaRevision, metadata)
    if (wasSoftDeleted) this.#undelete(stream, head, head.revision + 1)
    const { truncateBefore, isSoftDeleted } = head.retention
    if (truncateBefore > 0 && !isSoftDeleted && !head.isTombstoned)
      this.erasures.set(stream, String(Math.min(truncateBefore, head.revision + 1)))
  }

  /** Shows the stream from a revision on. Leaves metadata alone that is no JSON object. */
  #undelete(stream: string, head: StreamHead, first: number) {
    const metadata = parsedObject(head.metadata)
    if (metadata) this.#setMetadata(stream, head, { ...metadata, $tb: first })
  }

  #softDelete(stream: string, head: StreamHead): Outcome {
    if (head.revision < 0 && head.metaRevision < 0) return { kind: 'wrong-revision', current: -1 }
    const position = this.#setMetadata(stream, head, `{"$tb":${DELETED_REVISION}}`)
    return { kind: 'done', revision: head.revision, position }
  }

  #tombstone(stream: string, head: StreamHead): Outcome {
    head.isTombstoned = true
    this.#record(stream, head, Number(DELETED_REVISION), {
      ...systemEvent('$streamDeleted', ''),
      isJson: false,
    })
    this.erasures.set(stream, DELETED_REVISION)
    return { kind: 'done', revision: head.revision, position: head.position }
  }

  #setMetadata(stream: string, head: StreamHead, metadata: object | string): number {
    const metastream = metastreamOf(stream)
    const event = systemEvent('$metadata', typeof metadata === 'string' ? metadata : JSON.stringify(metadata))
    const metaHead = this.#draft(metastream)
    this.#record(metastream, metaHead, head.metaRevision + 1, event)
    applyMetadata(head, stream, metaHead.revision, event.data)
    return metaHead.position
  }

  #record(stream: string, head: StreamHead, revision: number, event: ProposedEvent) {
    const position = this.#nextPosition
    const { id, type, isJson, data, metadata } = event
    this.events.push({ id, type, isJson, data, metadata, stream, revision, position, created: this.#created })
    this.#places.add(stream, { id, revision, position })
    const bytes = { dataBytes: data.length, metadataBytes: metadata.length }
    this.#nextPosition += extentOf({ stream, type, ...bytes })
    head.revision = revision
    head.position = position
  }

  #draft(stream: string): StreamHead {
    const known = this.#drafts.get(stream)
    if (known) return known
    const head = this.#heads.get(stream)
    if (!head) throw new Error(`the head of ${stream} was not loaded`)
    const draft = { ...head }
    this.#drafts.set(stream, draft)
    return draft
  }
}

/** Loads the heads of each changed stream and, for metadata and deletions, of the related stream. */
export async function loadHeads(heads: Heads, changes: readonly Change[]): Promise<void> {
  await heads.load(
    changes.flatMap(({ stream }) => (isMetastream(stream) ? [stream, originalOf(stream)] : [stream])),
  )
  const deleting = changes.filter(c => c.act === 'delete' || heads.peek(c.stream)?.retention.isSoftDeleted)
  await heads.load(deleting.map(c => metastreamOf(c.stream)))
}

/** Fetches the stored events that may equal events of these changes. */
export async function fetchPlaces(
  connection: Client,
  heads: Heads,
  changes: readonly Change[],
): Promise<Places> {
  const ids: string[] = []
  const spans: { stream: string; first: number; last: number }[] = []
  for (const { stream, expected, events } of changes) {
    const revision = heads.peek(stream)?.revision ?? -1
    if (typeof expected === 'number' || expected === 'no_stream') {
      const after = expected === 'no_stream' ? -1 : expected
      if (after < revision) spans.push({ stream, first: after + 1, last: after + events.length })
    } else if (revision >= 0) {
      for (const event of events) ids.push(event.id)
    }
  }
  const places = new Places()
  await places.fetchIds(connection, ids)
  await places.fetchSpans(connection, spans)
  return places
}

function outcomeOf(decision: Exclude<Decision, { kind: 'append' }>, head: StreamHead): Outcome {
  switch (decision.kind) {
    case 'known':
      return { kind: 'done', revision: decision.last.revision, position: decision.last.position }
    case 'wrong-revision':
      return { kind: 'wrong-revision', current: head.revision }
    case 'deleted':
      return decision
  }
}

const systemEvent = (type: string, json: string): ProposedEvent => ({
  id: randomUUID(),
  type,
  isJson: true,
  data: Buffer.from(json),
  metadata: new Uint8Array(),
})

function parsedObject(json: Uint8Array | undefined): object | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(json ?? []).toString())
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}
