import { ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js'

const AHEAD_BYTES = 64 * 1024
const SMALL_ANSWER_BYTES = 100

/**
 * Lets messages go to the connection before the last one has left it. grpc-js waits for each, which costs a system call a
 * message; this way those that are ready together leave together. Beyond 64 KiB it waits, so that a client which
 * reads slowly still holds its call back.
 */
class WriteAhead extends ServerInterceptingCall {
  #ahead = 0
  #held: (() => void) | undefined

  override sendMessage(message: unknown, callback: () => void): void {
    const bytes = Buffer.isBuffer(message) ? message.length : SMALL_ANSWER_BYTES
    this.#ahead += bytes
    super.sendMessage(message, () => {
      this.#ahead -= bytes
      if (this.#ahead < AHEAD_BYTES) this.#release()
    })
    if (this.#ahead < AHEAD_BYTES) callback()
    else this.#held = callback
  }

  #release() {
    const held = this.#held
    this.#held = undefined
    held?.()
  }
}

/** Only for calls with many answers: a unary call sends its status with its one message. */
export const writeAhead: ServerInterceptor = (method, call) =>
  method.responseStream ? new WriteAhead(call) : new ServerInterceptingCall(call)
