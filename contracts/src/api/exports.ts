import { z } from 'zod/mini'
import { PLANS, type Plan } from '../plans.ts'

export const ExportFormat = z.enum(['json', 'csv', 'html', 'zip', 'epub', 'audit'])
export type ExportFormat = z.infer<typeof ExportFormat>

/** Plans with bulk export. Everyone exports the whole library as JSON, CSV, HTML and audit file, and one article as EPUB. */
export const hasBulkExport = (plan: Plan): boolean => PLANS[plan].tier >= PLANS.pro.tier

/** An audit file has every event, so there is none of a part, or without private notes. */
export const isAlwaysWhole = (format: ExportFormat): boolean => format === 'audit'

/** @param links that were chosen, where they were */
export const needsBulkExport = (format: ExportFormat, kind: ExportScope['kind'], links?: number): boolean =>
  format === 'epub' ? links !== 1 : format === 'zip' || kind !== 'all'

/** What an export is of. The name is that of the collection, or of the only link of an EPUB, when it was asked for. */
export const ExportScope = z.object({
  kind: z.enum(['all', 'links', 'collection']),
  name: z.nullable(z.string()),
})
export type ExportScope = z.infer<typeof ExportScope>

export const ExportStatus = z.enum(['waiting', 'running', 'done', 'failed'])
export type ExportStatus = z.infer<typeof ExportStatus>

/** Dates are ISO 8601 in UTC. */
export const Export = z.object({
  id: z.string(),
  format: ExportFormat,
  scope: ExportScope,
  status: ExportStatus,
  /** Links that are written, and that it has; events of an audit file. `total` is null until it runs. */
  written: z.int(),
  total: z.nullable(z.int()),
  fileName: z.string(),
  /** Bytes of the file; null until it is done. */
  size: z.nullable(z.int()),
  /** A sentence for the user where it failed, else null. */
  reason: z.nullable(z.string()),
  requestedAt: z.string(),
  endedAt: z.nullable(z.string()),
  /** When the file is removed; null until it is done. */
  expiresAt: z.nullable(z.string()),
})
export type Export = z.infer<typeof Export>

/** GET /api/exports: those that are kept, newest first. GET /api/exports/{id} gives one, GET /api/exports/{id}/file its file. */
export const ExportList = z.object({ exports: z.array(Export) })
export type ExportList = z.infer<typeof ExportList>

/** Answer of DELETE /api/exports/{id}, which also ends one that is being made. */
export const ExportIdAnswer = z.object({ id: z.string() })
export type ExportIdAnswer = z.infer<typeof ExportIdAnswer>

/** The address of a file. */
export const exportFilePath = (id: string): string => `/api/exports/${id}/file`
