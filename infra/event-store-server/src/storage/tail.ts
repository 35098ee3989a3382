import type { Entry } from './event.ts'

const MAX_BYTES = 4 * 1024 * 1024
const MAX_ENTRIES = 5_000
const ENTRY_OVERHEAD_BYTES = 250

/** The latest events, in memory, for subscriptions that go live. */
export class Tail {
  readonly #entries: Entry[] = []
  #bytes = 0
  /** Every event after this position is here. */
  #floor: number
  readonly #listeners = new Set<(entries: readonly Entry[]) => void>()

  /** @param end position of the last event in the log */
  constructor(end: number) {
    this.#floor = end
  }

  /** Position of the last event. */
  get end(): number {
    return this.#entries.at(-1)?.position ?? this.#floor
  }

  /** Adds committed events, in order, and hands them to the listeners. */
  publish(entries: readonly Entry[]): void {
    for (const entry of entries) {
      this.#entries.push(entry)
      this.#bytes += sizeOf(entry)
    }
    this.#trim()
    for (const listener of this.#listeners) listener(entries)
  }

  /** @returns how to stop listening */
  listen(listener: (entries: readonly Entry[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** All events after a position, or undefined where some are no longer here. */
  after(position: number): readonly Entry[] | undefined {
    if (position < this.#floor) return undefined
    return this.#entries.slice(this.#entries.findLastIndex(entry => entry.position <= position) + 1)
  }

  #trim() {
    let dropped = 0
    while (this.#bytes > MAX_BYTES || this.#entries.length - dropped > MAX_ENTRIES) {
      const oldest = this.#entries[dropped]
      if (!oldest) break
      dropped++
      this.#bytes -= sizeOf(oldest)
      this.#floor = oldest.position
    }
    this.#entries.splice(0, dropped)
  }
}

const sizeOf = (entry: Entry) => entry.message.length + ENTRY_OVERHEAD_BYTES
