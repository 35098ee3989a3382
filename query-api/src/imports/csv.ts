import type { LedgerRow } from '@lectern/contracts/api/imports.ts'
import { csvLine } from '@lectern/contracts/csv.ts'

export const CSV_HEADER = 'row,result,address,reason,folder,tags,flags,date,added\r\n'

/** A line of the ledger. Its last columns say what a duplicate has that the link lacked. */
export const ledgerLine = ({ row, kind, url, reason, lacks, isAdded }: LedgerRow): string => {
  const { collection = '', tags = [], isFavorite, isArchived, savedAt = '' } = lacks ?? {}
  const flags = [isFavorite && 'favorite', isArchived && 'archived'].filter(Boolean)
  const told = [collection, tags.join('; '), flags.join('; '), savedAt, isAdded ? 'yes' : '']
  return csvLine([String(row), kind, url ?? '', reason ?? '', ...told])
}
