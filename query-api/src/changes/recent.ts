import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'

/** A tab listens within this time of its first read, in ms. */
const RECENT_MS = 10_000

/** The changes of the last seconds. A tab that opens may have read before one of them and listened after it. */
export const recentChanges = () => {
  let changes: { readonly of: LibraryChange; readonly at: number }[] = []
  const drop = () => {
    const oldest = performance.now() - RECENT_MS
    const kept = changes.findIndex(({ at }) => at >= oldest)
    if (kept !== 0) changes = kept === -1 ? [] : changes.slice(kept)
  }
  return {
    add: (change: LibraryChange): void => {
      drop()
      changes.push({ of: change, at: performance.now() })
    },
    of: (libraryId: string): LibraryChange[] => {
      drop()
      return changes.flatMap(({ of }) => (of.libraryId === libraryId ? [of] : []))
    },
  }
}
