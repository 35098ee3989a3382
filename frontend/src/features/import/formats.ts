import { IMPORT_SOURCES, type ImportSource } from '@lectern/contracts/import-sources.ts'

/** 'HTML, CSV, ZIP' */
export const formatsOf = (source: ImportSource): string =>
  IMPORT_SOURCES[source].extensions.map(extension => extension.slice(1).toUpperCase()).join(', ')

const UNITS = ['bytes', 'kB', 'MB'] as const

/** '812 bytes', '2.1 MB' */
export const formatBytes = (bytes: number): string => {
  const power = bytes < 1_000 ? 0 : bytes < 1_000_000 ? 1 : 2
  return `${(bytes / 1_000 ** power).toFixed(power === 2 ? 1 : 0)} ${UNITS[power]}`
}
