import type { Client } from 'pg'
import { toEntry } from '../wire/read-event.ts'
import { Batch, type Change, fetchPlaces, loadHeads, type Outcome } from './batch.ts'
import type { ProposedEvent } from './event.ts'
import type { Heads } from './heads.ts'
import { insertEvents } from './insert.ts'
import type { Tail } from './tail.ts'

const MAX_BATCH_BYTES = 2 * 1024 * 1024
const MAX_BATCH_CHANGES = 1_000
const MAX_QUEUED_BYTES = 64 * 1024 * 1024
const SWEEP_MS = 100

/** After `timeout` and `unavailable` the change may have been written or not. */
export type WriteResult = Outcome | { readonly kind: 'timeout' } | { readonly kind: 'unavailable' }

type Pending = {
  readonly change: Change
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly deadline: number
  /** Later calls do nothing. */
  readonly answer: (result: WriteResult) => void
}

/** The one writer. Changes that arrive during a transaction share the next one. */
export class Writer {
  readonly #connection: Client
  readonly #heads: Heads
  readonly #tail: Tail
  readonly #onLost: (error: unknown) => void
  readonly #onErasures: () => void
  readonly #sweeper: NodeJS.Timeout
  #queue: Pending[] = []
  #queuedBytes = 0
  #inFlight: Pending[] = []
  #running: Promise<void> | undefined
  #isClosed = false
  #nextPosition: number

  /**
   * @param nextPosition where the next event goes
   * @param onLost called when a transaction failed and Postgres may or may not have committed it
   * @param onErasures called when there are events to erase
   */
  constructor(
    connection: Client,
    heads: Heads,
    tail: Tail,
    nextPosition: number,
    onLost: (error: unknown) => void,
    onErasures: () => void,
  ) {
    this.#connection = connection
    this.#heads = heads
    this.#tail = tail
    this.#nextPosition = nextPosition
    this.#onLost = onLost
    this.#onErasures = onErasures
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_MS)
  }

  write(change: Change, deadline: number): Promise<WriteResult> {
    const bytes = change.events.reduce((sum, e) => sum + sizeOf(e), 200 + change.stream.length)
    if (this.#isClosed || this.#queuedBytes > MAX_QUEUED_BYTES)
      return Promise.resolve({ kind: 'unavailable' })
    const { promise, resolve } = Promise.withResolvers<WriteResult>()
    this.#queue.push({ change, bytes, deadline, answer: resolve })
    this.#queuedBytes += bytes
    this.#running ??= this.#run()
    return promise
  }

  /** Resolves when the queue is empty. */
  async drain(): Promise<void> {
    await this.#running
  }

  /** Answers every waiting change with `unavailable`. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#sweeper)
    for (const pending of [...this.#inFlight, ...this.#queue]) pending.answer({ kind: 'unavailable' })
    this.#queue = []
    this.#queuedBytes = 0
  }

  async #run() {
    while (this.#queue.length > 0) {
      this.#inFlight = this.#take()
      try {
        await this.#heads.inUse(() => this.#commit(this.#inFlight))
      } catch (error) {
        for (const pending of this.#inFlight) pending.answer({ kind: 'unavailable' })
        this.#onLost(error)
      }
      this.#inFlight = []
    }
    this.#running = undefined
  }

  /** Takes the longest batch within the bounds off the queue, without the changes whose deadline has passed. */
  #take(): Pending[] {
    let count = 0
    let bytes = 0
    for (const pending of this.#queue) {
      if (count === MAX_BATCH_CHANGES || (count > 0 && bytes + pending.bytes > MAX_BATCH_BYTES)) break
      bytes += pending.bytes
      count++
    }
    this.#queuedBytes -= bytes
    const now = Date.now()
    const taken = this.#queue.splice(0, count)
    answerLate(taken, now)
    return taken.filter(pending => pending.deadline > now)
  }

  async #commit(pending: readonly Pending[]) {
    const changes = pending.map(p => p.change)
    await loadHeads(this.#heads, changes)
    const places = await fetchPlaces(this.#connection, this.#heads, changes)
    const batch = new Batch(this.#heads, places, this.#nextPosition)
    const outcomes = changes.map(change => batch.add(change))
    await insertEvents(this.#connection, batch.events, batch.erasures)
    if (this.#isClosed) return
    batch.commit()
    this.#nextPosition = batch.nextPosition
    for (const [i, outcome] of outcomes.entries()) pending[i]?.answer(outcome)
    if (batch.erasures.size > 0) this.#onErasures()
    if (batch.events.length > 0) this.#tail.publish(batch.events.map(toEntry))
  }

  #sweep() {
    const now = Date.now()
    answerLate(this.#inFlight, now)
    answerLate(this.#queue, now)
  }
}

const sizeOf = ({ type, data, metadata }: ProposedEvent) => type.length + data.length + metadata.length

const answerLate = (changes: readonly Pending[], now: number) => {
  for (const { deadline, answer } of changes) if (deadline <= now) answer({ kind: 'timeout' })
}
