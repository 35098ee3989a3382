import type { FileReason } from '@lectern/contracts/import-reasons.ts'
import type { ImportSource } from '@lectern/contracts/import-sources.ts'
import type { AnalyzeRequest } from '@lectern/contracts/jobs.ts'
import type { ChunkWithNotes } from '../sources/chunk.ts'

/** What a thread does with an upload. */
export type Task =
  | ({ readonly kind: 'preview' } & AnalyzeRequest)
  | {
      readonly kind: 'chunks'
      readonly uploadId: string
      readonly source: ImportSource
      readonly fromRow: number
      /** Dates after this one cannot be right. ISO 8601. */
      readonly requestedAt: string
    }

/** The thread answers a task with one of these, and each `next` with another. */
export type Answer =
  /** The preview is stored. */
  | { readonly kind: 'preview' }
  | { readonly kind: 'chunk'; readonly chunk: ChunkWithNotes }
  | { readonly kind: 'end' }
  | { readonly kind: 'refused'; readonly reason: FileReason }
  | { readonly kind: 'gone' }
  /** isOutage: Postgres could not be reached. Otherwise our own code failed. */
  | { readonly kind: 'failed'; readonly message: string; readonly isOutage: boolean }

export type Message = Task | { readonly kind: 'next' }
