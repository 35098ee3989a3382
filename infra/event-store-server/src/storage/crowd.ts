const CROWD_MIN = 4
/** Half of these are enough for a transaction, however many there are. */
const CROWD_MAX = 64
/** How much of a crowd is still believed in a transaction later: after some 35, half. */
const KEPT = 0.98
const WAIT_MS = 1

/**
 * How many changes usually wait together, and so how many more a transaction had better wait for. Where each one went at
 * once, those who append at the same time would fall out of step and get a transaction each, and Postgres, this process
 * and theirs would do little but wake each other. Postgres has commit_delay and commit_siblings for the same reason.
 */
export class Crowd {
  #size = 0
  #gathering: { readonly enough: number; readonly done: () => void } | undefined

  /** @param waiting how many changes wait now that one more has come */
  came(waiting: number): void {
    if (this.#gathering && waiting >= this.#gathering.enough) this.#gathering.done()
  }

  /**
   * Resolves once half a crowd waits, or after a millisecond; at once where there was none in the last hundred
   * transactions or so.
   * @param waiting how many changes wait already
   */
  async gather(waiting: number): Promise<void> {
    this.#size = Math.min(Math.max(waiting, this.#size * KEPT), CROWD_MAX)
    const enough = this.#size / 2
    if (this.#size < CROWD_MIN || waiting >= enough) return
    const { promise, resolve: done } = Promise.withResolvers<void>()
    this.#gathering = { enough, done }
    const timer = setTimeout(done, WAIT_MS)
    await promise
    clearTimeout(timer)
    this.#gathering = undefined
  }
}
