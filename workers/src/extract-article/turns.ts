import { type WorkKind, workKinds } from '@lectern/contracts/work.ts'
import type { PerHost } from '@lectern/platform/safe-fetch/per-host.ts'
import { hasPlace, placesLeft, type Rank } from '../rank.ts'
import type { Wanted } from '../work/work-table.ts'

export type PageInWork = {
  readonly rank: Rank
  readonly libraryId: string
  readonly host: string
  /** In a fetch; later it waits to be read, or for command-api. */
  isFetching: boolean
}

const limits = {
  fetches: 64,
  /** Pages that were started and have not ended. */
  started: 256,
  startedOfLibrary: 4,
}

export const kindOf = (rank: Rank) => (rank === 'bulk' ? workKinds.imported : workKinds.saved)
export const rankOf = (kind: WorkKind): Rank => (kind === workKinds.imported ? 'bulk' : 'interactive')

/**
 * Which pages are fetched next, so that no library and no host holds up the others. A library has at most 4 started pages, a host as
 * many fetches as PerHost allows, and libraries take turns. Pages of hosts in trouble go after the others of their rank. Bulk
 * pages start where no interactive page can.
 */
export function* wantedPages(
  inWork: Iterable<PageInWork>,
  hosts: Pick<PerHost, 'places' | 'failing'>,
  holdsBulk: boolean,
): Generator<Wanted> {
  const started = [...inWork]
  const fetching = started.filter(page => page.isFetching)
  const atHosts = [...Map.groupBy(fetching, ({ host }) => host)]
  const ofLibraries = [...Map.groupBy(started, ({ libraryId }) => libraryId)]
  const failing = hosts.failing()
  const held = failing.filter(({ heldMs }) => heldMs > 0).map(({ host }) => host)
  // A page that waited while its host failed starts at any time, and fails with it.
  const givenUp = new Map(failing.flatMap(({ host, givesUp }) => (givesUp ? [[host, givesUp] as const] : [])))
  for (const rank of ['interactive', ...(holdsBulk ? [] : ['bulk' as const])] as const) {
    const page = { rank }
    const atMost = Math.min(
      placesLeft(page, fetching, limits.fetches),
      placesLeft(page, started, limits.started),
    )
    if (atMost <= 0) continue
    const inWork = new Map(
      ofLibraries.map(([libraryId, pages]) => {
        const isFull = !hasPlace(page, pages, limits.startedOfLibrary)
        return [libraryId, isFull ? limits.startedOfLibrary : pages.length]
      }),
    )
    const wanted = { kind: kindOf(rank), atMost, ofLibrary: limits.startedOfLibrary, inWork, givenUp }
    const full = atHosts.filter(([host, pages]) => !hasPlace(page, pages, hosts.places(host)))
    const without = [...held, ...full.map(([host]) => host)]
    if (failing.length > held.length)
      yield { ...wanted, without: [...without, ...failing.map(({ host }) => host)] }
    yield { ...wanted, without }
  }
}
