import type { BenchParts } from '../bench-parts.ts'
import { type Line, milliseconds } from '../measure/report.ts'
import { FIRST_PAGE } from '../world/first-page.ts'
import { type Libraries, SMALL } from '../world/libraries.ts'
import { KINDS, searchesOf, searchPath } from '../world/searches.ts'
import { fold } from '../world/users.ts'

const ARRIVALS_PER_SECOND = 300
const SECONDS = 60
/** The large library follows every third member, so it gets every fourth request. */
const MEMBERS_PER_LARGE = 3
const P99_MAX = 60

/** Everyday requests at a fixed rate, while extraction runs. */
export const mixedLines = async (parts: BenchParts, libraries: Libraries): Promise<Line[]> => {
  const { stack, generator, site } = parts
  const { large, small, members } = libraries
  const cookies = members
    .flatMap((member, n) => (n % MEMBERS_PER_LARGE === 0 ? [large, member] : [member]))
    .map(user => user.api.cookie())
  await fold([large, ...members], site)
  const searches = searchesOf(small.shelf)
  const searchPaths = KINDS.flatMap(kind => searches[kind]).map(searchPath)
  const result = await generator.run({
    port: stack.port,
    arrivalsPerSecond: ARRIVALS_PER_SECOND,
    people: cookies.length,
    seconds: SECONDS,
    warmUp: 3,
    requests: [
      { share: 7, requests: { kind: 'get', paths: [FIRST_PAGE], cookies } },
      { share: 1, requests: { kind: 'search', paths: searchPaths, cookies } },
      { share: 1, requests: { kind: 'save', site: `${site}/mixed`, tag: 'mixed', cookies } },
      { share: 1, requests: { kind: 'favorite', links: SMALL, cookies } },
    ],
  })
  return [
    {
      measure: `(l) ${ARRIVALS_PER_SECOND} arrivals/s for ${SECONDS} s, 70 % list, 10 % search, save and favourite, p99`,
      ours: milliseconds(result.p99),
      required: `under ${P99_MAX} ms`,
      ok: result.p99 < P99_MAX,
    },
    {
      measure: `    errors in ${result.count.toLocaleString('en')} requests${firstOf(result.firstFailure)}`,
      ours: String(result.failed),
      required: 'none',
      ok: result.failed === 0,
    },
    { measure: '    p50 and longest', ours: `${milliseconds(result.p50)}, ${milliseconds(result.max)}` },
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
  failure === undefined ? '' : `, first: ${failure.replace(/\r\n.*\r\n\r\n/s, ' ').slice(0, 120)}`
