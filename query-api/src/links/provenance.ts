import { readNames } from '../shared/names.ts'
import type { ReadDb } from '../tables.ts'
import type { Reader } from './filters.ts'
import type { LinkRow, Provenance } from './link-row.ts'

/** Says who saved the links of these rows. In one's own library that is looked up where members saved some of them. */
export const provenanceOf = async (
  db: ReadDb,
  { libraryId, seen }: Reader,
  rows: readonly Pick<LinkRow, 'saved_by'>[],
): Promise<Provenance> => {
  const savers = rows.flatMap(({ saved_by }) => saved_by ?? [])
  const names = await readNames(db, libraryId, savers)
  const nameOf = (saver: string | null) => (saver === null ? seen?.owner : names.get(saver))
  return ({ saved_by }) => {
    const savedBy = saved_by !== null && saved_by === seen?.memberId ? undefined : nameOf(saved_by)
    return { ...(seen && { library: libraryId }), ...(savedBy !== undefined && { savedBy }) }
  }
}
