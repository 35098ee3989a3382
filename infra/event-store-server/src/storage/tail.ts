import type { Entry } from './event.ts'

const MAX_BYTES = 4 * 1024 * 1024
const MAX_ENTRIES = 5_000
const ENTRY_OVERHEAD = 250

/**
 * The latest events in memory, so that those who follow the end of the log and those who read what was just written
 * ask Postgres nothing.
 */
export class Tail {
  #entries: Entry[] = []
  #start = 0
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

  /** Adds what was committed, in order, and hands it to the listeners. */
  publish(entries: readonly Entry[]): void {
    for (const entry of entries) {
      this.#entries.push(entry)
      this.#bytes += entry.message.length + ENTRY_OVERHEAD
    }
    this.#trim()
    for (const listener of this.#listeners) listener(entries)
  }

  /** @returns how to stop listening */
  listen(listener: (entries: readonly Entry[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** All events after a position, or undefined where that is too far back. */
  after(position: number): readonly Entry[] | undefined {
    if (position < this.#floor) return undefined
    let low = this.#start
    let high = this.#entries.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#entries[middle]?.position ?? 0) > position) high = middle
      else low = middle + 1
    }
    return this.#entries.slice(low)
  }

  /** The events of one stream from a revision to its last, or undefined where some are too far back. */
  ofStream(stream: string, from: number, last: { revision: number; position: number }): Entry[] | undefined {
    const count = last.revision - from + 1
    if (last.position <= this.#floor || count > this.#entries.length - this.#start) return undefined
    const found: Entry[] = []
    for (let i = this.#entries.length - 1; i >= this.#start; i--) {
      const entry = this.#entries[i]
      if (entry?.stream !== stream) continue
      if (entry.revision <= last.revision) found.push(entry)
      if (entry.revision === from) return found.reverse()
    }
    return undefined
  }

  #trim() {
    while (this.#bytes > MAX_BYTES || this.#entries.length - this.#start > MAX_ENTRIES) {
      const oldest = this.#entries[this.#start]
      if (!oldest) break
      this.#start++
      this.#bytes -= oldest.message.length + ENTRY_OVERHEAD
      this.#floor = oldest.position
    }
    if (this.#start > this.#entries.length / 2) {
      this.#entries = this.#entries.slice(this.#start)
      this.#start = 0
    }
  }
}
