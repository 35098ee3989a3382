/** Fewer, larger batches make set-based writes pay; more would only hold memory. */
const MAX_BATCH_EVENTS = 2_000

/** What this needs of the client's streams. */
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
 * Collects what a stream of the client emits until it is taken, and holds the stream back while a full batch waits:
 * the pause reaches the server through the connection's flow control.
 */
export class Incoming<Item> {
  readonly #source: Source<Item>
  readonly #isFull: (batch: readonly Item[]) => boolean
  #batch: Item[] = []
  #end: End | undefined
  #isDropped = false
  #wake = () => {}

  /** @param isFull says, beside the count, when a batch is large enough */
  constructor(source: Source<Item>, isFull: (batch: readonly Item[]) => boolean = () => false) {
    this.#source = source
    this.#isFull = isFull
    source.on('data', item => {
      if (this.#isDropped) return
      this.#batch.push(item)
      if (this.#batch.length >= MAX_BATCH_EVENTS || this.#isFull(this.#batch)) source.pause()
      this.#wake()
    })
    source.on('error', error => this.stop(error))
    source.on('end', () => this.stop(undefined))
    source.on('close', () => this.stop(undefined))
  }

  /** Ends it from this side; the first reason counts. What had come before is still taken. */
  stop(error: unknown): void {
    this.#end ??= { error }
    this.#wake()
  }

  /** Forgets what has come and lets the rest run out unread: the client forgets a cancelled stream only at its end. */
  drop(): void {
    this.#isDropped = true
    this.#batch = []
    this.#source.resume()
  }

  /** What is at hand, never empty; or how the stream ended, when all has been taken. */
  async take(): Promise<readonly Item[] | End> {
    while (this.#batch.length === 0) {
      if (this.#end) return this.#end
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
      // Let all that came in this turn of the event loop join the batch.
      if (this.#batch.length > 0) await new Promise(setImmediate)
    }
    const batch = this.#batch
    this.#batch = []
    if (this.#source.isPaused()) this.#source.resume()
    return batch
  }
}

export const isEnd = <Item>(taken: readonly Item[] | End): taken is End => !Array.isArray(taken)
