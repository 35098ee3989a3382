import { setTimeout as pause } from 'node:timers/promises'
import type { Aggregates } from '../aggregates.ts'
import { hasEnded, type ImportState } from '../domain/library/import-state.ts'
import { findImport } from '../domain/library/imports.ts'

const LOOK_FIRST_MS = 50
const LOOK_LATER_MS = 500

/** The state of an import that has ended. @param until ms as Date.now(); undefined where the import goes on then */
export const waitForEnd = async (
  libraries: Aggregates['libraries'],
  libraryId: string,
  importId: string,
  until: number,
) => {
  for (let waitMs = LOOK_FIRST_MS; Date.now() < until; waitMs = Math.min(waitMs * 1.1, LOOK_LATER_MS)) {
    await pause(waitMs)
    const found = await libraries.readAt(
      libraryId,
      (library): ImportState => ({ ...findImport(library, importId) }),
    )
    if (hasEnded(found.value)) return found
  }
  return undefined
}
