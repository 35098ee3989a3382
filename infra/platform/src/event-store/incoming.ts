import type { Position } from './port.ts'

/** Both bound the memory of a batch. Positions are byte offsets in the log. */
const BATCH_EVENTS_MAX = 2_000
const BATCH_SPAN_MAX = 512n * 1024n

/** An event as the client gives it; none where a link leads to a deleted event. */
type Resolved = { readonly event?: { readonly position?: Position } }

/** The part of the client's streams that is used here. */
type Source<Item> = {
  on(event: 'data', listener: (item: Item) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'end', listener: () => void): unknown
  on(event: 'close', listener: () => void): unknown
  pause(): unknown
  resume(): unknown
  isPaused(): boolean
}

/** How a stream of the client ended. */
export type End = { readonly error: unknown }

/**
 * Collects the items of a client stream into batches. Pauses the stream while a full batch waits; flow control then pauses
 * the server.
 */
export class Incoming<Item extends Resolved> {
  readonly #source: Source<Item>
  #batch: Item[] = []
  #end: End | undefined
  #isDropped = false
  #wake = () => {}

  constructor(source: Source<Item>) {
    this.#source = source
    source.on('data', item => {
      if (this.#isDropped) return
      this.#batch.push(item)
      if (this.#batch.length >= BATCH_EVENTS_MAX || spanOf(this.#batch) > BATCH_SPAN_MAX) source.pause()
      this.#wake()
    })
    source.on('error', error => this.stop(error))
    source.on('end', () => this.stop(undefined))
    source.on('close', () => this.stop(undefined))
  }

  /** Ends the stream; the first reason counts. Items that have arrived can still be taken. */
  stop(error: unknown): void {
    this.#end ??= { error }
    this.#wake()
  }

  /** Discards all items, now and later. The stream goes on to its end, since only then the client frees a cancelled stream. */
  drop(): void {
    this.#isDropped = true
    this.#batch = []
    this.#source.resume()
  }

  /** The items that have arrived, at least one; or the end of the stream, once all items are taken. */
  async take(): Promise<readonly Item[] | End> {
    while (this.#batch.length === 0) {
      if (this.#end) return this.#end
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
      // Waits one turn of the event loop for the other items of the packet; without it every batch has one item.
      if (this.#batch.length > 0) await new Promise(setImmediate)
    }
    const batch = this.#batch
    this.#batch = []
    if (this.#source.isPaused()) this.#source.resume()
    return batch
  }
}

const spanOf = (batch: readonly Resolved[]): bigint => {
  const [first, last] = [batch[0]?.event?.position?.commit, batch.at(-1)?.event?.position?.commit]
  if (first === undefined || last === undefined) return 0n
  return last > first ? last - first : first - last
}

export const isEnd = <Item extends Resolved>(taken: readonly Item[] | End): taken is End =>
  !Array.isArray(taken)
