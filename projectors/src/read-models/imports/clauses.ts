const COUNTS = [
  ...['read', 'imported', 'duplicates', 'skipped', 'failed', 'shortened', 'notes', 'notes_failed'],
]

/** Writes an ImportsBatch, whose values are these parameters. */
export const importClauses = (schema: string, imports: string, chunks: string): string[] => [
  `import_changes AS (
    SELECT r.* FROM fence, json_populate_recordset(NULL::${schema}.imports, ${imports}::json) AS r)`,
  `imports_written AS (
    MERGE INTO ${schema}.imports AS import USING import_changes AS change
      ON import.library_id = change.library_id AND import.id = change.id
    WHEN MATCHED THEN UPDATE SET
      status = coalesce(change.status, import.status),
      reason = coalesce(change.reason, import.reason),
      ended_at = coalesce(change.ended_at, import.ended_at),
      ${COUNTS.map(count => `${count} = import.${count} + change.${count}`).join(', ')}
    WHEN NOT MATCHED THEN INSERT VALUES (change.*))`,
  `chunks_written AS (
    INSERT INTO ${schema}.import_chunks
    SELECT r.* FROM fence, json_populate_recordset(NULL::${schema}.import_chunks, ${chunks}::json) AS r)`,
]
