import { connect, type Socket } from 'node:net'

type Answer = { readonly status: number; readonly body: Buffer }

/** The parts of an answer that a report needs. */
export const failureOf = ({ body }: Answer): string => body.toString('latin1', 0, 1_000)

const HEADERS_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/**
 * One keep-alive connection to 127.0.0.1 with one request in flight. It parses only an answer's status and length, because
 * the load generator shares the cores with the stack that it measures.
 */
export class HttpConnection {
  readonly #socket: Socket
  #received: Buffer[] = []
  #size = 0
  /** Bytes of the answer with its headers; undefined until the headers are complete, NaN if it is chunked. */
  #expected: number | undefined
  #settle: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (bytes: Buffer) => this.#take(bytes))
    socket.on('error', error => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('The server closed the connection')))
  }

  static open(port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' })
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.off('error', reject)
        resolve(new HttpConnection(socket))
      })
    })
  }

  /** @throws Error if the connection breaks before the answer is complete */
  ask(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      this.#socket.write(request, error => error && this.#fail(error))
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(bytes: Buffer): void {
    this.#received.push(bytes)
    this.#size += bytes.length
    this.#expected ??= this.#readLength()
    if (this.#expected === undefined) return
    const isWhole = Number.isNaN(this.#expected)
      ? bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
      : this.#size >= this.#expected
    if (isWhole) this.#finish()
  }

  #readLength(): number | undefined {
    if (this.#received.length > 1) this.#received = [Buffer.concat(this.#received)]
    const [first] = this.#received
    const end = first?.indexOf(HEADERS_END) ?? -1
    if (first === undefined || end < 0) return undefined
    const headers = first.toString('latin1', 0, end)
    const length = /\r\ncontent-length: *(\d+)/i.exec(headers)?.[1]
    if (length !== undefined) return end + HEADERS_END.length + Number(length)
    return /\r\ntransfer-encoding: *chunked/i.test(headers) ? Number.NaN : end + HEADERS_END.length
  }

  #finish(): void {
    const [first = Buffer.alloc(0)] = this.#received
    const status = Number(first.toString('latin1', 9, 12))
    const body = status < 300 ? first : Buffer.concat(this.#received)
    this.#received = []
    this.#size = 0
    this.#expected = undefined
    const settle = this.#settle
    this.#settle = undefined
    settle?.resolve({ status, body })
  }

  #fail(error: Error): void {
    this.#settle?.reject(error)
    this.#settle = undefined
  }
}
