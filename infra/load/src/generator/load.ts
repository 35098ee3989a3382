import type { Summary } from '../measure/statistics.ts'

/** Requests that are repeated. Cookies are divided among connections or people, so that no two act for one user. */
export type Requests =
  /** GETs of the paths in turn. Each connection starts at another path. */
  | { readonly kind: 'get'; readonly paths: readonly string[]; readonly cookies: readonly string[] }
  /** GETs of paths that end with a search text. Each request adds random blanks, so that no text repeats. */
  | { readonly kind: 'search'; readonly paths: readonly string[]; readonly cookies: readonly string[] }
  /** Saves of urls `<site>/<tag>-<n>`, a new one each time. */
  | {
      readonly kind: 'save'
      readonly site: string
      readonly tag: string
      readonly cookies: readonly string[]
    }
  /** Marks links with ids up to `links` as favourites, then unmarks them, in turn. */
  | { readonly kind: 'favorite'; readonly links: number; readonly cookies: readonly string[] }

/** Several kinds of requests, each with its share of all requests. */
export type Mix = readonly { readonly share: number; readonly requests: Requests }[]

type AnyLoad = {
  readonly port: number
  readonly seconds: number
  /** Seconds before the measurement that are not counted. */
  readonly warmUp: number
  readonly requests: Requests | Mix
}

/** Each connection sends the next request after an answer, so a slow server gets fewer requests. */
export type ClosedLoad = AnyLoad & { readonly connections: number }

/** Requests arrive at a fixed rate from people in turn, however slow the answers are. Latency counts from the time due. */
export type OpenLoad = AnyLoad & { readonly arrivalsPerSecond: number; readonly people: number }

export type Load = ClosedLoad | OpenLoad

/** Latencies of all answered requests in ms, whatever their status. */
export type LoadResult = Summary & {
  readonly perSecond: number
  /** Answers outside 2xx and broken connections. */
  readonly failed: number
  /** The first failure, for the report. */
  readonly firstFailure: string | undefined
  /** Latencies of each part of a mix, in its order. */
  readonly parts: readonly Summary[]
}

/** Records the results of requests. */
export type Tally = {
  count(part: number, latency: number): void
  fail(what: string): void
}
