import type { BenchParts } from '../bench-parts.ts'
import { type Line, milliseconds, rate } from '../measure/report.ts'
import { FIRST_PAGE } from '../world/first-page.ts'
import { type Libraries, SMALL } from '../world/libraries.ts'
import { KINDS, searchesOf } from '../world/searches.ts'
import { fold } from '../world/users.ts'

const CONNECTIONS = 64
/** Connections of the one large library; every other person has one. */
const OF_LARGE = 16
const SECONDS = 60
const P99_MAX = 100

/** What people do all day, all of them at once: extraction goes on meanwhile. */
export const mixedLines = async (parts: BenchParts, libraries: Libraries): Promise<Line[]> => {
  const { stack, generator, site } = parts
  const { large, small, members } = libraries
  const cookies = [...Array.from({ length: OF_LARGE }, () => large), ...members].map(user =>
    user.api.cookie(),
  )
  await fold([large, ...members], site)
  const searches = searchesOf(small.shelf)
  const searchPaths = KINDS.flatMap(kind => searches[kind]).map(
    text => `${FIRST_PAGE}&q=${encodeURIComponent(text)}`,
  )
  const result = await generator.run({
    port: stack.port,
    connections: CONNECTIONS,
    seconds: SECONDS,
    warmUp: 3,
    requests: [
      { share: 7, requests: { kind: 'get', paths: [FIRST_PAGE], cookies } },
      { share: 1, requests: { kind: 'get', paths: searchPaths, cookies } },
      { share: 1, requests: { kind: 'save', site: `${site}/mixed`, tag: 'mixed', cookies } },
      { share: 1, requests: { kind: 'favorite', links: SMALL, cookies } },
    ],
  })
  return [
    {
      measure: `(l) ${CONNECTIONS} connections for ${SECONDS} s, 70 % list, 10 % search, save and favourite, p99`,
      ours: milliseconds(result.p99),
      required: 'under 100 ms',
      ok: result.p99 < P99_MAX,
    },
    {
      measure: `    errors${firstOf(result.firstFailure)}`,
      ours: String(result.failed),
      required: 'none',
      ok: result.failed === 0,
    },
    { measure: '    requests', ours: rate(result.perSecond) },
    ...['list', 'search', 'save', 'favourite'].map(
      (name, part): Line => ({
        measure: `    ${name}, p50 and p99`,
        ours: `${milliseconds(result.parts[part]?.p50 ?? 0)}, ${milliseconds(result.parts[part]?.p99 ?? 0)}`,
      }),
    ),
  ]
}

/** Status and body on one line. */
const firstOf = (failure: string | undefined): string =>
  failure === undefined ? '' : `, the first: ${failure.replace(/\r\n.*\r\n\r\n/s, ' ').slice(0, 120)}`
