import type { ExportedNote } from '@lectern/contracts/export.ts'
import type { SourceLink } from '../link-row.ts'
import type { Snapshot } from '../snapshot.ts'

/**
 * Each link, by id, with its notes. The notes of one link are read before the next link; those that were not are passed
 * over. Both lists come in the order of the links, so neither is held.
 */
export async function* joinedByLink(
  library: Pick<Snapshot, 'links' | 'notes'>,
): AsyncGenerator<{ link: SourceLink; notes: AsyncIterable<ExportedNote> }> {
  const all = library.notes()[Symbol.asyncIterator]()
  let next = await all.next()
  async function* notesOf(linkId: number): AsyncGenerator<ExportedNote> {
    for (; !next.done && next.value.linkId <= linkId; next = await all.next())
      if (next.value.linkId === linkId) yield next.value
  }
  for await (const link of library.links()) {
    yield { link, notes: notesOf(link.id) }
  }
}
