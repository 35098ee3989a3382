import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerWritableStream } from '@grpc/grpc-js'
import { asCallError } from '../wire/errors.ts'

export type ReadCall = ServerWritableStream<ReadReq, Buffer>

/** Sends the encoded messages of a read or subscription, and knows when the client falls behind. */
export class Outbox {
  readonly #call: ReadCall
  readonly #onClose = new AbortController()
  #isFull = false

  constructor(call: ReadCall) {
    this.#call = call
    call.on('drain', () => {
      this.#isFull = false
    })
    const close = () => this.#onClose.abort()
    call.on('cancelled', close)
    call.on('error', close)
    call.on('close', close)
  }

  /** Aborts when nothing more can be sent. */
  get closed(): AbortSignal {
    return this.#onClose.signal
  }

  get isOpen(): boolean {
    return !this.#onClose.signal.aborted
  }

  /** Whether the client has fallen behind. Further messages queue in memory. */
  get isFull(): boolean {
    return this.#isFull
  }

  send(message: Buffer): void {
    if (this.isOpen) this.#isFull = !this.#call.write(message)
  }

  onDrain(listener: () => void): void {
    this.#call.on('drain', listener)
  }

  /** Resolves when the client has caught up or the call is closed. */
  drained(): Promise<void> {
    if (!this.#isFull || !this.isOpen) return Promise.resolve()
    return new Promise(resolve => {
      const done = () => {
        this.#call.off('drain', done)
        this.closed.removeEventListener('abort', done)
        resolve()
      }
      this.#call.on('drain', done)
      this.closed.addEventListener('abort', done)
    })
  }

  end(): void {
    if (this.isOpen) this.#call.end()
    this.#onClose.abort()
  }

  fail(error: unknown): void {
    if (this.isOpen) this.#call.emit('error', asCallError(error))
    this.#onClose.abort()
  }
}
