import { setTimeout as sleep } from 'node:timers/promises'
import { NewerFormat } from './schema.ts'
import { openSession, type Session } from './session.ts'

const RETRY_MS = 250

/** The store cannot answer now. A later attempt may succeed. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}

/** Keeps a session open. Opens the next one when a session is lost, and tries until that succeeds. */
export class Store {
  readonly #databaseUrl: string
  readonly #log: (message: string, error: unknown) => void
  readonly #closing = new AbortController()
  #session: Session | undefined
  #loop: Promise<void> | undefined

  constructor(databaseUrl: string, log: (message: string, error: unknown) => void) {
    this.#databaseUrl = databaseUrl
    this.#log = log
  }

  /** Resolves when the first session is open. @throws NewerFormat */
  open(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#loop = this.#keepOpen(resolve).catch(reject)
    return promise
  }

  /** @throws Unavailable while Postgres is gone or another server holds the lock */
  get session(): Session {
    if (!this.#session) throw new Unavailable('the event store has no connection to Postgres')
    return this.#session
  }

  /** Refuses new calls and finishes the accepted ones. */
  async close(): Promise<void> {
    const session = this.#session
    this.#session = undefined
    this.#closing.abort()
    await session?.writer.drain()
    await session?.close()
    await this.#loop
  }

  async #keepOpen(onOpen: () => void) {
    let lastMessage = ''
    while (!this.#closing.signal.aborted) {
      try {
        const session = await openSession(this.#databaseUrl)
        if (this.#closing.signal.aborted) {
          await session.close()
          return
        }
        this.#session = session
        lastMessage = ''
        onOpen()
        await aborted(session.lost)
        this.#session = undefined
        if (this.#closing.signal.aborted) return
        this.#log('the connection to Postgres was lost', session.lost.reason)
        void session.close()
      } catch (error) {
        if (error instanceof NewerFormat) throw error
        const message = String(error)
        if (message !== lastMessage) this.#log('no connection to Postgres, trying again', error)
        lastMessage = message
      }
      await sleep(RETRY_MS, undefined, { signal: this.#closing.signal }).catch(() => {})
    }
  }
}

const aborted = (signal: AbortSignal) =>
  signal.aborted
    ? Promise.resolve()
    : new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
