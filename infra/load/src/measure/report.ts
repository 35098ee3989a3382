/** One line of the report. `required` puts the condition of `ok` in words. A line without it only informs. */
export type Line = {
  readonly measure: string
  readonly ours: string
  readonly limit?: string
  readonly ratio?: string
  readonly required?: string
  readonly ok?: boolean
}

/** A plain text table with one line for each measure. `limit` is the heading of the column of compared figures. */
export const printTable = (lines: readonly Line[], { limit = 'limit' } = {}): string => {
  const headings = ['measure', 'ours', limit, 'ratio', 'required', '']
  const rows = [headings, ...lines.map(cellsOf)]
  return printColumns(rows, column => column > 0 && column <= 3)
}

/** Cells in columns as wide as their widest cell. `isRight` says which are aligned to the right. */
export const printColumns = (
  rows: readonly (readonly string[])[],
  isRight: (column: number) => boolean,
): string => {
  const columns = Math.max(...rows.map(row => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map(row => row[column]?.length ?? 0)),
  )
  const print = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        isRight(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return `${rows.map(print).join('\n')}\n`
}

const cellsOf = ({ measure, ours, limit = '', ratio = '', required = '', ok }: Line): string[] => [
  measure,
  ours,
  limit,
  ratio,
  required,
  ok === undefined ? '' : ok ? 'ok' : 'MISSED',
]

export const rate = (perSecond: number): string => `${Math.round(perSecond).toLocaleString('en')}/s`
export const milliseconds = (ms: number): string => `${ms < 10 ? ms.toFixed(2) : ms.toFixed(1)} ms`
export const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`
export const percent = (ratio: number): string => `${Math.round(ratio * 100)} %`
export const times = (ratio: number): string => `× ${ratio.toFixed(2)}`
