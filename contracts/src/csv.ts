/** A line of a table. Spreadsheets run cells that begin like a formula, so such cells get a quote mark before them. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

const cell = (text: string): string => {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
