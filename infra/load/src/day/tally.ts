import { type Summary, summarise } from '../measure/statistics.ts'

/** Requests of a part of the run. Latencies in ms, of answered requests. */
export type Answers = Summary & { readonly failed: number }

/** Counts the requests of all people. */
export class Tally {
  readonly kinds = new Map<string, number>()
  readonly failures: string[] = []
  #recent: number[] = []
  #recentFailed = 0
  readonly #all: number[] = []
  #failed = 0

  answered(kind: string, ms: number): void {
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1)
    this.#recent.push(ms)
    this.#all.push(ms)
  }

  failed(what: string): void {
    this.#failed += 1
    this.#recentFailed += 1
    if (this.failures.length < 10) this.failures.push(what.slice(0, 300))
  }

  /** Those since the last call. */
  takeRecent(): Answers {
    const answers = { ...summarise(this.#recent), failed: this.#recentFailed }
    this.#recent = []
    this.#recentFailed = 0
    return answers
  }

  all(): Answers {
    return { ...summarise(this.#all), failed: this.#failed }
  }
}
