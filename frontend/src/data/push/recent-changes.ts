import type { Change } from '@lectern/contracts/api/changes.ts'

/** A tab that opens listens within this time of its first read. */
const RECENT_MS = 10_000

/** The pushed changes of the last seconds. A tab that opens may have read before one of them and listened after it. */
export const recentChanges = () => {
  let changes: { readonly change: Change; readonly at: number }[] = []
  const all = (): Change[] => {
    changes = changes.filter(({ at }) => performance.now() - at < RECENT_MS)
    return changes.map(({ change }) => change)
  }
  return {
    all,
    add: (change: Change) => {
      all()
      changes.push({ change, at: performance.now() })
    },
  }
}
