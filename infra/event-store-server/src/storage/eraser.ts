import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { ERASED } from './event.ts'

/** Rows in one transaction: appends go on beside it. */
const ROWS_AT_ONCE = 1_000
const RETRY_MS = 1_000

const NEXT = 'select stream, before from event_store.erasures order by stream limit 1'

const ERASE = `
with page as (
  select revision from event_store.events where stream = $1 and revision >= $2 and revision < $3
  order by revision limit ${ROWS_AT_ONCE})
update event_store.events as event set type = '${ERASED}', is_json = false, data = '', metadata = ''
from page where event.stream = $1 and event.revision = page.revision returning event.revision`

const DONE = 'delete from event_store.erasures where stream = $1 and before = $2'

/**
 * Erases events that nobody can read any more: all of tombstoned streams, and those before a stream's $tb. Their rows stay
 * without type and data, so that a subscription can go on from the position of an erased event.
 */
export class Eraser {
  readonly #pool: Pool
  readonly #signal: AbortSignal
  #isAsked = false
  #running: Promise<void> | undefined

  constructor(pool: Pool, signal: AbortSignal) {
    this.#pool = pool
    this.#signal = signal
  }

  /** Erases what the table of erasures names, also what a server before left. */
  wake(): void {
    this.#isAsked = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  async #run(): Promise<void> {
    while (this.#isAsked && !this.#signal.aborted) {
      this.#isAsked = false
      try {
        await this.#eraseAll()
      } catch {
        this.#isAsked = true
        await sleep(RETRY_MS, undefined, { signal: this.#signal, ref: false }).catch(() => {})
      }
    }
  }

  async #eraseAll(): Promise<void> {
    while (!this.#signal.aborted) {
      const { rows } = await this.#pool.query<{ stream: string; before: string }>(NEXT)
      const [next] = rows
      if (next === undefined) return
      await this.#erase(next.stream, next.before)
      await this.#pool.query(DONE, [next.stream, next.before])
    }
  }

  async #erase(stream: string, before: string): Promise<void> {
    for (let from = 0; !this.#signal.aborted; ) {
      const { rows } = await this.#pool.query<{ revision: string }>(ERASE, [stream, from, before])
      if (rows.length === 0) return
      from = rows.reduce((last, { revision }) => Math.max(last, Number(revision)), from) + 1
    }
  }
}
