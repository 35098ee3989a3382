import type { Summary } from '../measure/statistics.ts'

/** What is asked again and again. Cookies are shared out among connections or people, so that no two act for one user. */
export type Requests =
  /** The paths in turn; each connection begins elsewhere. */
  | { readonly kind: 'get'; readonly paths: readonly string[]; readonly cookies: readonly string[] }
  /** The same of paths that end with the text of a search. Each request adds other blanks to it, so none repeats a spelling. */
  | { readonly kind: 'search'; readonly paths: readonly string[]; readonly cookies: readonly string[] }
  /** Saves of urls `<site>/<tag>-<n>`, each of its own. */
  | {
      readonly kind: 'save'
      readonly site: string
      readonly tag: string
      readonly cookies: readonly string[]
    }
  /** Makes links with ids up to `links` favourites, and when all are, none of them again. */
  | { readonly kind: 'favorite'; readonly links: number; readonly cookies: readonly string[] }

/** Several kinds of requests, each with its share in all of them. */
export type Mix = readonly { readonly share: number; readonly requests: Requests }[]

type AnyLoad = {
  readonly port: number
  readonly seconds: number
  /** Seconds before these that are not counted. */
  readonly warmUp: number
  readonly requests: Requests | Mix
}

/** Each connection asks again when it is answered: a slow server gets fewer requests. */
export type ClosedLoad = AnyLoad & { readonly connections: number }

/** Requests come at a fixed rate, from people in turn, however long answers take. Latencies begin when a request is due. */
export type OpenLoad = AnyLoad & { readonly arrivalsPerSecond: number; readonly people: number }

export type Load = ClosedLoad | OpenLoad

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

/** Takes down what came of the requests. */
export type Tally = {
  count(part: number, latency: number): void
  fail(what: string): void
}
