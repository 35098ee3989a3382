import { json, raw, type Tx } from '../transaction.ts'
import type { ImportsBatch } from './batch.ts'

const COUNTS = [
  ...['read', 'imported', 'duplicates', 'added', 'skipped', 'failed', 'shortened', 'notes', 'notes_failed'],
]
const ADD_COUNTS = raw(COUNTS.map(count => `${count} = import.${count} + change.${count}`).join(', '))

export const writeImports = async (tx: Tx, { imports, chunks }: ImportsBatch): Promise<void> => {
  if (imports.size > 0)
    await tx`
      MERGE INTO imports AS import USING json_populate_recordset(NULL::imports, ${json(imports.values())}::json) AS change
        ON import.library_id = change.library_id AND import.id = change.id
      WHEN MATCHED THEN UPDATE SET
        status = coalesce(change.status, import.status),
        reason = coalesce(change.reason, import.reason),
        ended_at = coalesce(change.ended_at, import.ended_at),
        ${ADD_COUNTS}
      WHEN NOT MATCHED THEN INSERT VALUES (change.*)`
  if (chunks.length > 0)
    await tx`INSERT INTO import_chunks SELECT * FROM json_populate_recordset(NULL::import_chunks, ${json(chunks)}::json)`
}
