import type { LedgerRow } from '@lectern/contracts/api/imports.ts'
import { csvLine } from '@lectern/contracts/csv.ts'

export const CSV_HEADER = 'row,result,address,reason\r\n'

/** A line of the ledger. */
export const ledgerLine = ({ row, kind, url, reason }: LedgerRow): string =>
  csvLine([String(row), kind, url ?? '', reason ?? ''])
