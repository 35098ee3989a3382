import type { Import } from '../api/imports.ts'
import { IMPORT_FAILURES } from '../import-reasons.ts'
import type { ImportsTable } from './tables.ts'

/** A row as the API and exports tell it. */
export const importOf = (row: Omit<ImportsTable, 'library_id' | 'upload_id'>): Import => ({
  id: row.id,
  source: row.source,
  fileName: row.file_name,
  status: row.status,
  reason: row.reason === null ? null : IMPORT_FAILURES[row.reason as keyof typeof IMPORT_FAILURES],
  expectedRows: row.expected_rows,
  read: row.read,
  imported: row.imported,
  duplicates: row.duplicates,
  added: row.added,
  skipped: row.skipped,
  failed: row.failed,
  shortened: row.shortened,
  notes: row.notes,
  notesFailed: row.notes_failed,
  requestedAt: row.requested_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
})
