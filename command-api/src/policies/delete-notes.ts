import { issuedBySystem } from '../aggregate/issued.ts'
import type { Aggregates } from '../aggregates.ts'
import type { Positions } from '../reading/positions.ts'
import type { ProvidedPages } from '../reading/provided-pages.ts'
import type { Shares } from '../shares/shares.ts'
import type { Step } from './step-after.ts'

export type NoteParts = Pick<Aggregates, 'notebooks'> & {
  readonly positions: Positions
  readonly providedPages: ProvidedPages
  readonly shares: Shares
}

/**
 * Deletes the notes of links that were deleted, how far people have read them, their pages that wait and their public links; after the undoing of an
 * import its other notes, too.
 */
export const deleteNotes = async (
  { notebooks, positions, providedPages, shares }: NoteParts,
  {
    about: libraryId,
    commandId,
    links,
    collections = [],
    at,
    ofImport,
  }: Omit<Extract<Step, { kind: 'delete-notes' }>, 'kind'>,
): Promise<void> => {
  await positions.deleteOf(libraryId, links)
  await providedPages.deleteOf(libraryId, links)
  await shares.endOf(libraryId, { links, collections, at })
  const now = new Date().toISOString()
  const command = { type: 'DeleteNotesOfLinks', links, now } as const
  await notebooks.handle(libraryId, command, issuedBySystem(commandId))
  if (ofImport === undefined) return
  const others = { type: 'DeleteNotesOfImport', ...ofImport, now } as const
  await notebooks.handle(libraryId, others, issuedBySystem(`${commandId}/import`))
}
