import { ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js'

const AHEAD_BYTES = 64 * 1024
/** However short it is, a message that waits keeps the 64 KiB which Node cut it from: no more than 64 may. */
const MESSAGE_BYTES_MIN = 1024

/**
 * Lets messages go to the connection before the last one has left it. grpc-js waits for each, which costs a system call a
 * message; this way those that are ready together leave together. Beyond 64 KiB it waits, so that a client which
 * reads slowly still holds its call back.
 */
class WriteAhead extends ServerInterceptingCall {
  #ahead = 0
  #held: (() => void) | undefined

  override sendMessage(message: unknown, callback: () => void): void {
    const bytes = Math.max(Buffer.isBuffer(message) ? message.length : 0, MESSAGE_BYTES_MIN)
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
