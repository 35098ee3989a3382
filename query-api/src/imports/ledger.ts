import type { LedgerKind, LedgerRow } from '@lectern/contracts/api/imports.ts'
import { NOTE_REASONS, ROW_REASONS, SHORTENED_REASONS } from '@lectern/contracts/import-reasons.ts'
import type { LedgerEntry } from '@lectern/contracts/read-model/tables.ts'
import type { ReadDb } from '../tables.ts'

/** Chunks that are read together, of 500 rows each. */
const CHUNKS_AT_ONCE = 10

const SENTENCES: Readonly<Record<string, string>> = { ...ROW_REASONS, ...NOTE_REASONS, ...SHORTENED_REASONS }

const rowOf = ([row, kind, url, linkId, reason, lacks, isAdded]: LedgerEntry): LedgerRow => ({
  row,
  kind,
  url,
  linkId,
  reason: sentenceOf(kind, reason),
  lacks: lacks ?? null,
  isAdded: isAdded ?? false,
})

const sentenceOf = (kind: LedgerKind, reason: string | null): string | null => {
  if (kind === 'duplicate') return 'It is in your library already.'
  return reason === null ? null : (SENTENCES[reason] ?? reason)
}

type Of = { readonly libraryId: string; readonly importId: string; readonly kinds: readonly LedgerKind[] }

/** The place of a part of the ledger. */
export type Place = readonly [firstRow: number, part: number]

/** The rows of some kinds after a place, part by part. A part has the rows of a chunk, or notes of them that were not taken. */
export async function* ledgerParts(
  read: () => ReadDb,
  { libraryId, importId, kinds }: Of,
  after: Place,
): AsyncGenerator<{ rows: LedgerRow[]; place: Place }> {
  const wanted = new Set(kinds)
  const withImported = wanted.has('imported')
  for (let place = after; ; ) {
    const chunks = await read()
      .selectFrom('import_chunks')
      .select(['first_row', 'part', 'others'])
      .$if(withImported, query => query.select('imported'))
      .$if(!withImported, query => query.where('other_count', '>', 0))
      .where('library_id', '=', libraryId)
      .where('import_id', '=', importId)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('first_row', 'part'), '>', tuple(place[0], place[1])))
      .orderBy('first_row')
      .orderBy('part')
      .limit(CHUNKS_AT_ONCE)
      .execute()
    for (const { first_row, part, others, imported = [] } of chunks) {
      const rows = [...imported, ...others].filter(([, kind]) => wanted.has(kind))
      place = [first_row, part]
      yield { rows: rows.toSorted(([a], [b]) => a - b).map(rowOf), place }
    }
    if (chunks.length < CHUNKS_AT_ONCE) return
  }
}
