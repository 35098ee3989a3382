import type { LedgerRow } from '@lectern/contracts/api/imports.ts'

export const CSV_HEADER = 'row,result,address,reason\r\n'

/** A line of the ledger. Spreadsheets run cells that begin like a formula, so such cells get a quote mark before them. */
export const csvLine = ({ row, kind, url, reason }: LedgerRow): string =>
  `${[String(row), kind, url ?? '', reason ?? ''].map(cell).join(',')}\r\n`

const cell = (text: string): string => {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
