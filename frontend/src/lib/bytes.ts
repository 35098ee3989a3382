const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** A size in decimal units with two digits that count: '340 bytes', '1.2 MB', '48 MB'. */
export const formatBytes = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1)
  const size = bytes / 1_000 ** power
  const shown = new Intl.NumberFormat('en-US', { maximumFractionDigits: power > 0 && size < 10 ? 1 : 0 })
  return `${shown.format(size)} ${UNITS[power]}`
}
