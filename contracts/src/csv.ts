/** Signs that begin a formula, also in the wide and small forms that spreadsheets take for them. */
const FORMULA = '[=+\\-@＝＋－＠﹦﹢﹣﹫]'

/**
 * Beginnings of a cell in any spreadsheet: of ours, and of those that it makes where semicolons or tabs separate cells, for
 * whom a quote within a line is only a character.
 */
const BEGINNING = new RegExp(`(?<=^|[;\\t\\r\\n])(?=\\p{Zs}*${FORMULA})|^(?=[\\t\\r])`, 'gu')

/** A line of a table. Spreadsheets run cells that begin like a formula, so such cells get a quote mark before them. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

const cell = (text: string): string => {
  const harmless = text.replace(BEGINNING, "'")
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
