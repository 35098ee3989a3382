import { ImportLedger, ImportList, LedgerQuery } from '../api/imports.ts'
import { EXAMPLE, type Operations } from './operation.ts'

const path = { id: EXAMPLE.importId }

export const IMPORT_OPERATIONS = {
  'GET /api/imports': {
    tag: 'Imports',
    summary: 'List imports',
    description: 'The latest 100, newest first.',
    status: 200,
    answer: ImportList,
    example: {},
  },
  'GET /api/imports/:id': {
    tag: 'Imports',
    summary: 'Read an import and its rows',
    description:
      '`kind` names the rows to give, joined with commas. `nextCursor` is the `cursor` of the next page.',
    query: LedgerQuery,
    status: 200,
    answer: ImportLedger,
    refusals: ['import-not-found'],
    example: { path, query: { kind: 'failed,skipped' } },
  },
  'GET /api/imports/:id/rows.csv': {
    tag: 'Imports',
    summary: 'Get the rows of an import as CSV',
    query: LedgerQuery,
    status: 200,
    answer: { file: 'text/csv' },
    refusals: ['import-not-found'],
    example: { path },
  },
} as const satisfies Operations
