import { hasPlace, type Rank } from './rank.ts'

export type Asker = { readonly libraryId: string; readonly rank: Rank }

type Waiting = Asker & { readonly start: () => void }

/**
 * Runs work at a number of places, at most one piece for each library at a time. Libraries with waiting work take turns,
 * first those with interactive work.
 */
export function roundRobin(places: number): <T>(asker: Asker, work: () => Promise<T>) => Promise<T> {
  /** Waiting work by library, in the order of their turns. A library whose work is running may have none. */
  const waiting = new Map<string, Waiting[]>()
  const running = new Map<string, Asker>()

  const next = (rank: Rank): Waiting | undefined => {
    for (const [libraryId, works] of waiting) {
      const work = works.find(each => each.rank === rank)
      if (work && !running.has(libraryId) && hasPlace(work, running.values(), places)) return work
    }
    return undefined
  }

  const startNext = () => {
    for (let work = next('interactive') ?? next('bulk'); work; work = next('interactive') ?? next('bulk')) {
      const { libraryId } = work
      running.set(libraryId, work)
      waiting.set(
        libraryId,
        (waiting.get(libraryId) ?? []).filter(other => other !== work),
      )
      work.start()
    }
  }

  const end = (libraryId: string) => {
    running.delete(libraryId)
    const rest = waiting.get(libraryId) ?? []
    waiting.delete(libraryId)
    if (rest.length > 0) waiting.set(libraryId, rest)
    startNext()
  }

  return ({ libraryId, rank }, work) =>
    new Promise((resolve, reject) => {
      const start = () => {
        void work()
          .then(resolve, reject)
          .finally(() => end(libraryId))
      }
      waiting.set(libraryId, [...(waiting.get(libraryId) ?? []), { libraryId, rank, start }])
      startNext()
    })
}
