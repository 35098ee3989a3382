import { Import, ImportLedger, ImportPreview, type LedgerRow } from '@lectern/contracts/api/imports.ts'
import { HttpResponse, http } from './server.ts'

export const IMPORT_ID = '019a0000-0000-7000-8000-0000000000a1'
export const UPLOAD_ID = '019a0000-0000-7000-8000-0000000000b1'

export const anImport = (changes: Partial<Import> = {}): Import =>
  Import.parse({
    id: IMPORT_ID,
    source: 'pocket',
    fileName: 'pocket.csv',
    status: 'completed',
    reason: null,
    expectedRows: 2_000,
    read: 2_000,
    imported: 1_880,
    duplicates: 100,
    added: 0,
    skipped: 0,
    failed: 20,
    shortened: 0,
    notes: 0,
    notesFailed: 0,
    requestedAt: '2026-07-03T09:41:00.000Z',
    endedAt: '2026-07-03T09:41:02.000Z',
    ...changes,
  })

/** Half of the rows are read. */
export const aRunningImport = (changes: Partial<Import> = {}): Import =>
  anImport({ status: 'running', read: 1_000, imported: 950, duplicates: 30, endedAt: null, ...changes })

export const aLedgerRow = (changes: Partial<LedgerRow> = {}): LedgerRow => ({
  row: 1_204,
  kind: 'failed',
  url: 'htp:/broken',
  linkId: null,
  reason: 'The address cannot be read.',
  lacks: null,
  isAdded: false,
  ...changes,
})

export const aPreview = (changes: Partial<ImportPreview> = {}): ImportPreview =>
  ImportPreview.parse({
    uploadId: UPLOAD_ID,
    source: 'pocket',
    articles: [
      {
        url: 'https://www.example.test/a-log',
        title: 'What a log is',
        note: null,
        tags: ['kafka'],
        savedAt: '2019-04-03T12:00:00.000Z',
        isFavorite: false,
        isArchived: false,
        collection: 'Systems',
      },
    ],
    sampled: true,
    totalItems: 2_000,
    newItems: 1_880,
    duplicateCount: 100,
    failedCount: 20,
    skippedCount: 0,
    noteCount: 0,
    tags: ['kafka', 'logs'],
    tagCount: 2,
    domains: ['example.test'],
    domainCount: 317,
    ...changes,
  })

/** Handlers for one import, in the list and with its ledger. `now` may change between reads. */
export const ledgerOf = (now: () => Import, rows: readonly LedgerRow[] = []) => [
  http.get('*/api/imports', () => HttpResponse.json({ imports: [now()] })),
  http.get('*/api/imports/:id', () =>
    HttpResponse.json(ImportLedger.parse({ import: now(), rows, nextCursor: null })),
  ),
]
