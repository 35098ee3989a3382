import type { Summary } from '../measure/statistics.ts'

/** What each connection asks again and again. Cookies are shared out, so that no two connections act for one user. */
export type Requests =
  /** The paths in turn; each connection begins elsewhere. */
  | { readonly kind: 'get'; readonly paths: readonly string[]; readonly cookies: readonly string[] }
  /** Saves of urls `<site>/<tag>-<n>`, each of its own. */
  | {
      readonly kind: 'save'
      readonly site: string
      readonly tag: string
      readonly cookies: readonly string[]
    }
  /** Makes links with ids up to `links` favourites, and when all are, none of them again. */
  | { readonly kind: 'favorite'; readonly links: number; readonly cookies: readonly string[] }

/** Several kinds of requests, each with its share in ten of them. */
export type Mix = readonly { readonly share: number; readonly requests: Requests }[]

export type Load = {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** Seconds before these that are not counted. */
  readonly warmUp: number
  readonly requests: Requests | Mix
}

/** Latencies in milliseconds, of answered requests of any status. */
export type LoadResult = Summary & {
  readonly perSecond: number
  /** Answers outside 2xx and broken connections. */
  readonly failed: number
  /** The first of these, for the report. */
  readonly firstFailure: string | undefined
  /** Of each part of a mix, in its order. */
  readonly parts: readonly Summary[]
}
