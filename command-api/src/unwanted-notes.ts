import { toIdRanges } from '@lectern/contracts/id-ranges.ts'
import { v7 as uuidv7 } from 'uuid'
import { issuedBySystem } from './aggregate/issued.ts'
import type { Aggregates } from './aggregates.ts'
import type { DeleteNotesOfImport } from './domain/notebook.ts'

/**
 * Deletes notes whose links were deleted while the notes were taken, as far as this process knows. The policy may have come before
 * them, and nobody would see them again.
 */
export const deleteNotesOfGone = async (
  { libraries, notebooks }: Pick<Aggregates, 'libraries' | 'notebooks'>,
  libraryId: string,
  linkIds: readonly number[],
): Promise<void> => {
  const gone = await libraries.peek(libraryId, ({ links }) => linkIds.filter(id => !links.has(id)))
  if (gone.length === 0) return
  const command = {
    type: 'DeleteNotesOfLinks',
    links: toIdRanges(gone),
    now: new Date().toISOString(),
  } as const
  await notebooks.handle(libraryId, command, issuedBySystem(uuidv7()))
}

/** Deletes notes of an import that was undone while a worker gave them: one that had failed may still run somewhere. */
export const deleteNotesOfUndone = async (
  { libraries, notebooks }: Pick<Aggregates, 'libraries' | 'notebooks'>,
  libraryId: string,
  importId: string,
): Promise<void> => {
  const isUndone = await libraries.read(libraryId, ({ undoneImports }) => undoneImports.has(importId))
  if (!isUndone) return
  const now = new Date().toISOString()
  const command: DeleteNotesOfImport = { type: 'DeleteNotesOfImport', importId, revisedNotes: [], now }
  await notebooks.handle(libraryId, command, issuedBySystem(uuidv7()))
}
