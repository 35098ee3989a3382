import type { Summary } from '../measure/statistics.ts'

/** What each connection asks again and again. Cookies are shared out, so that no two connections act for one user. */
export type Requests =
  | { readonly kind: 'get'; readonly path: string; readonly cookies: readonly string[] }
  /** Saves of urls `<site>/<tag>-<n>`, each of its own. */
  | {
      readonly kind: 'save'
      readonly site: string
      readonly tag: string
      readonly cookies: readonly string[]
    }

export type Load = {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** Seconds before these that are not counted. */
  readonly warmUp: number
  readonly requests: Requests
}

/** Latencies in milliseconds, of answered requests of any status. */
export type LoadResult = Summary & {
  readonly perSecond: number
  /** Answers outside 2xx and broken connections. */
  readonly failed: number
  /** The first of these, for the report. */
  readonly firstFailure: string | undefined
}
