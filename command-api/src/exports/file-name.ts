import type { ExportFormat } from '@lectern/contracts/api/exports.ts'
import type { AskedExport } from './exports.ts'

const NAME_MAX = 60

/** lectern-databases-2026-11-25.json, lectern-audit-2026-11-25.jsonl. It has letters and digits of any script, and is safe on every file system. */
export const exportFileName = (
  format: ExportFormat,
  { kind, name, collectionId }: Pick<AskedExport, 'kind' | 'name' | 'collectionId'>,
  now: Date,
): string => {
  const what =
    kind === 'all'
      ? []
      : kind === 'links'
        ? [plain(name ?? '') || 'selection']
        : [plain(name ?? '') || `collection-${collectionId ?? 'none'}`]
  const [mark, extension] = format === 'audit' ? [['audit'], 'jsonl'] : [[], format]
  return `${['lectern', ...mark, ...what, now.toISOString().slice(0, 10)].join('-')}.${extension}`
}

const plain = (name: string): string =>
  Array.from(
    name
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'),
  )
    .slice(0, NAME_MAX)
    .join('')
    .replace(/^-+|-+$/g, '')
