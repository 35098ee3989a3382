import type { Client } from 'pg'
import { slabAllocator, toEntry } from '../wire/read-event.ts'
import { Batch, type Change, fetchPlaces, loadHeads, type Outcome } from './batch.ts'
import { Crowd } from './crowd.ts'
import type { Entry, ProposedEvent, RecordedEvent } from './event.ts'
import type { Heads } from './heads.ts'
import { insertEvents } from './insert.ts'
import type { Tail } from './tail.ts'

const MAX_BATCH_BYTES = 2 * 1024 * 1024
const MAX_BATCH_CHANGES = 1_000
const WHOLE_BATCH_CHANGES = 32
const MAX_QUEUED_BYTES = 64 * 1024 * 1024
const SWEEP_MS = 100

/** `timeout`: the deadline passed, before or after the change was written. `unavailable`: likewise uncertain. */
export type WriteResult = Outcome | { readonly kind: 'timeout' } | { readonly kind: 'unavailable' }

type Pending = {
  readonly change: Change
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly deadline: number
  /** Answers once; later calls do nothing. */
  settle: ((result: WriteResult) => void) | undefined
}

/**
 * The one writer. Changes that arrive while a transaction is under way go into the next one together,
 * so the cost of a commit is shared by all who wait for it.
 */
export class Writer {
  readonly #connection: Client
  readonly #heads: Heads
  readonly #tail: Tail
  readonly #onLost: (error: unknown) => void
  readonly #sweeper: NodeJS.Timeout
  readonly #allocate = slabAllocator()
  readonly #crowd = new Crowd()
  #queue: Pending[] = []
  #queuedBytes = 0
  #inFlight: Pending[] = []
  #isRunning = false
  #isClosed = false
  #nextPosition: number

  /**
   * @param nextPosition where the next event goes
   * @param onLost called once, when what Postgres holds is no longer known for certain
   */
  constructor(
    connection: Client,
    heads: Heads,
    tail: Tail,
    nextPosition: number,
    onLost: (error: unknown) => void,
  ) {
    this.#connection = connection
    this.#heads = heads
    this.#tail = tail
    this.#nextPosition = nextPosition
    this.#onLost = onLost
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_MS)
  }

  write(change: Change, deadline: number): Promise<WriteResult> {
    const bytes = change.events.reduce((sum, e) => sum + sizeOf(e), 200 + change.stream.length)
    if (this.#isClosed || this.#queuedBytes > MAX_QUEUED_BYTES)
      return Promise.resolve({ kind: 'unavailable' })
    const { promise, resolve } = Promise.withResolvers<WriteResult>()
    this.#queue.push({ change, bytes, deadline, settle: resolve })
    this.#queuedBytes += bytes
    this.#crowd.came(this.#queue.length)
    if (!this.#isRunning) void this.#run()
    return promise
  }

  /** Resolves when nothing waits any more. */
  async drain(): Promise<void> {
    while (this.#isRunning) await new Promise(resolve => setTimeout(resolve, 5))
    await new Promise(setImmediate)
  }

  /** Answers all that wait with `unavailable`. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#sweeper)
    for (const pending of [...this.#inFlight, ...this.#queue]) settle(pending, { kind: 'unavailable' })
    this.#queue = []
    this.#queuedBytes = 0
  }

  async #run() {
    this.#isRunning = true
    // Whatever else arrived in this turn of the event loop belongs to the same transaction.
    await new Promise(setImmediate)
    while (this.#queue.length > 0) {
      await this.#crowd.gather(this.#queue.length)
      this.#inFlight = this.#take()
      try {
        await this.#heads.inUse(() => this.#commit(this.#inFlight))
      } catch (error) {
        for (const pending of this.#inFlight) settle(pending, { kind: 'unavailable' })
        this.#onLost(error)
      }
      this.#inFlight = []
    }
    this.#isRunning = false
  }

  #take(): Pending[] {
    // Half of a long queue, so that those who get their answers can go on while the other half is committed.
    const half = Math.max(this.#queue.length / 2, WHOLE_BATCH_CHANGES)
    let count = 0
    let bytes = 0
    for (const pending of this.#queue) {
      if (
        count >= Math.min(half, MAX_BATCH_CHANGES) ||
        (count > 0 && bytes + pending.bytes > MAX_BATCH_BYTES)
      )
        break
      bytes += pending.bytes
      count++
    }
    this.#queuedBytes -= bytes
    const now = Date.now()
    return this.#queue.splice(0, count).filter(pending => {
      if (pending.deadline <= now) settle(pending, { kind: 'timeout' })
      return pending.settle !== undefined
    })
  }

  async #commit(pending: readonly Pending[]) {
    const changes = pending.map(p => p.change)
    await loadHeads(this.#heads, changes)
    const places = await fetchPlaces(this.#connection, this.#heads, changes)
    const batch = new Batch(this.#heads, places, this.#nextPosition)
    const outcomes = changes.map(change => batch.add(change))
    await insertEvents(this.#connection, batch.events)
    if (this.#isClosed) return
    batch.commit()
    this.#nextPosition = batch.nextPosition
    // Not at once: those who wait hear of it while Postgres is busy with the next transaction.
    setImmediate(() => this.#tell(pending, outcomes, batch.events))
  }

  #tell(pending: readonly Pending[], outcomes: readonly Outcome[], events: readonly RecordedEvent[]) {
    for (const [i, outcome] of outcomes.entries()) {
      const answered = pending[i]
      if (answered) settle(answered, outcome)
    }
    const entries: Entry[] = events.map(event => toEntry(event, this.#allocate))
    if (entries.length > 0) this.#tail.publish(entries)
  }

  #sweep() {
    const now = Date.now()
    for (const pending of this.#inFlight) if (pending.deadline <= now) settle(pending, { kind: 'timeout' })
    for (const pending of this.#queue) if (pending.deadline <= now) settle(pending, { kind: 'timeout' })
  }
}

const sizeOf = ({ type, data, metadata }: ProposedEvent) => type.length + data.length + metadata.length

function settle(pending: Pending, result: WriteResult) {
  pending.settle?.(result)
  pending.settle = undefined
}
