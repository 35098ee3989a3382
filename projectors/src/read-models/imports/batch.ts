import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import type { ImportedRows } from '@lectern/contracts/events/library-imports.ts'
import type { NotebookEvent } from '@lectern/contracts/events/notebook.ts'
import { unhandled } from '@lectern/contracts/events/read.ts'
import type { ImportChunksTable, ImportsTable, LedgerEntry } from '@lectern/contracts/read-model/tables.ts'

type Key = Pick<ImportsTable, 'library_id' | 'id'>
/** Facts of an import, once known. */
type Facts = Pick<ImportsTable, 'upload_id' | 'source' | 'file_name' | 'expected_rows'> & {
  requested_at: string
}
type Counts = Pick<
  ImportsTable,
  'read' | 'imported' | 'duplicates' | 'added' | 'skipped' | 'failed' | 'shortened' | 'notes' | 'notes_failed'
>
/** Sums that the events of a batch add to an import. */
type Change = Key & Counts & Partial<Facts & Pick<ImportsTable, 'status' | 'reason'> & { ended_at: string }>
type Chunk = ImportChunksTable

const NONE: Counts = {
  read: 0,
  imported: 0,
  duplicates: 0,
  added: 0,
  skipped: 0,
  failed: 0,
  shortened: 0,
  notes: 0,
  notes_failed: 0,
}

/** Every event whose name tells that it is about an import, so that the compiler asks for the handling of a new one. */
export type ImportEvent = Extract<LibraryEvent | NotebookEvent, { type: `${string}Import${string}` }>

export const isOfImport = (event: LibraryEvent | NotebookEvent): event is ImportEvent =>
  event.type.includes('Import')

/** Sums up the events about imports in a batch. */
export class ImportsBatch {
  readonly imports = new Map<string, Change>()
  readonly chunks: Chunk[] = []

  add(libraryId: string, { type, data }: ImportEvent): void {
    // The ledger of an import that was undone stays. It says what was added with the rows before.
    if (type === 'ImportUndone' || type === 'ImportedNotesDeleted' || type === 'ImportAdded') return
    if (type === 'NotesImported' && data.isReturn) return
    const change = this.changeOf(libraryId, data.importId)
    switch (type) {
      case 'ImportRequested':
        change.status = 'waiting'
        change.upload_id = data.uploadId
        change.source = data.source
        change.file_name = data.fileName
        change.expected_rows = data.expectedRows
        change.requested_at = data.at
        break
      case 'ImportStarted':
        change.status = 'running'
        break
      case 'LinksImported':
        change.read += data.lastRow - data.firstRow + 1
        change.imported += data.links.length
        change.duplicates += data.duplicates.length
        change.added += data.duplicates.filter(({ isAdded }) => isAdded).length
        change.skipped += data.skipped.length
        change.failed += data.failed.length
        change.shortened += data.shortened.length
        this.chunks.push(chunkOf(libraryId, data))
        break
      case 'NotesImported':
        change.notes += data.notes.length
        change.notes_failed += data.failed.length
        if (data.failed.length > 0) {
          const others = data.failed.map(
            ({ row, linkId, reason }): LedgerEntry => [row, 'note', null, linkId, reason],
          )
          const { importId: import_id, firstRow: first_row, batch } = data
          const key = { library_id: libraryId, import_id, first_row, part: batch + 1 }
          this.chunks.push({ ...key, imported: [], others, other_count: others.length })
        }
        break
      case 'ImportCompleted':
        change.status = 'completed'
        change.ended_at = data.at
        break
      case 'ImportFailed':
        change.status = 'failed'
        change.ended_at = data.at
        change.reason = data.reason
        break
      default:
        unhandled(type)
    }
  }

  private changeOf(libraryId: string, importId: string): Change {
    const found = this.imports.get(importId)
    if (found !== undefined) return found
    const change: Change = { library_id: libraryId, id: importId, ...NONE }
    this.imports.set(importId, change)
    return change
  }
}

const chunkOf = (libraryId: string, data: ImportedRows): Chunk => {
  const urls = new Map(
    [...data.links, ...data.duplicates].map(({ row, url, linkId }) => [row, { url, linkId }]),
  )
  const others: LedgerEntry[] = [
    ...data.duplicates.map(({ row, url, linkId, lacks, isAdded }): LedgerEntry => {
      if (!lacks) return [row, 'duplicate', url, linkId, null]
      return isAdded
        ? [row, 'duplicate', url, linkId, null, lacks, isAdded]
        : [row, 'duplicate', url, linkId, null, lacks]
    }),
    ...data.skipped.map(({ row, url, reason }): LedgerEntry => [row, 'skipped', url, null, reason]),
    ...data.failed.map(({ row, url, reason }): LedgerEntry => [row, 'failed', url, null, reason]),
    ...data.shortened.map(({ row, reason }): LedgerEntry => {
      const { url = null, linkId = null } = urls.get(row) ?? {}
      return [row, 'shortened', url, linkId, reason]
    }),
  ]
  return {
    library_id: libraryId,
    import_id: data.importId,
    first_row: data.firstRow,
    part: 0,
    imported: data.links.map(({ row, url, linkId }): LedgerEntry => [row, 'imported', url, linkId, null]),
    others,
    other_count: others.length,
  }
}
