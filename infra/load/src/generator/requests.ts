import type { Load, Mix, Requests } from './load.ts'

/** A request as sent on the wire, and the index of its part in the mix. */
export type Written = { readonly text: string; readonly part: number }

/** The requests of one connection or person in turn. @param places the number of connections or people */
export const requestsOf = (load: Load, place: number, places: number): (() => Written) => {
  const mix = mixOf(load.requests)
  const writers = mix.map(({ requests }) => writerOf(load.port, requests, place, places))
  // Each starts at another point of the cycle, so that the shares hold at any moment.
  const turn = interleaved(mix.map(({ share }) => share))
  let n = place
  return () => {
    const part = turn[n++ % turn.length] ?? 0
    return { text: writers[part]?.() ?? '', part }
  }
}

export const mixOf = (requests: Requests | Mix): Mix =>
  'kind' in requests ? [{ share: 1, requests }] : requests

/** The indexes of the parts, each as often as its share, spread over the cycle. */
const interleaved = (shares: readonly number[]): number[] =>
  shares
    .flatMap((share, part) => Array.from({ length: share }, (_, n) => ({ part, when: (n + 0.5) / share })))
    .toSorted((a, b) => a.when - b.when)
    .map(({ part }) => part)

const withBody = (start: string, body: string) =>
  `${start}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`

const writerOf = (port: number, requests: Requests, place: number, places: number): (() => string) => {
  const cookies = requests.cookies.filter((_, n) => n % places === place % requests.cookies.length)
  const head = (method: string, path: string, n: number) =>
    `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookies[n % cookies.length]}\r\n`
  let n = 0
  switch (requests.kind) {
    case 'get':
    case 'search': {
      const { kind, paths } = requests
      const begin = Math.floor((Math.random() + place / places) * paths.length)
      return () => {
        const path = paths[(begin + n) % paths.length] ?? ''
        return `${head('GET', kind === 'search' ? path + blanks() : path, n++)}\r\n`
      }
    }
    case 'save':
      return () => {
        const name = `${requests.tag}-${place}-${n}`
        const body = `{"url":"${requests.site}/${name}","title":"An article about ${name}","note":null,"tags":["bench"]}`
        return withBody(head('POST', '/api/links', n++), body)
      }
    case 'favorite':
      return () => {
        const id = 1 + ((place * 61 + n * 7) % requests.links)
        const isFavorite = Math.floor(n / requests.links) % 2 === 0
        return withBody(head('PATCH', `/api/links/${id}/favorite`, n++), `{"isFavorite":${isFavorite}}`)
      }
  }
}

/** 32 random spaces and tabs, so that repeats are very unlikely. */
const blanks = (): string => Array.from({ length: 32 }, () => (Math.random() < 0.5 ? '%20' : '%09')).join('')
