import type { FileReason, RowReason } from '@lectern/contracts/import-reasons.ts'
import type { FileCollection, RowNote, RowPosition } from '@lectern/contracts/import-rows.ts'
import type { ImportSource } from '@lectern/contracts/import-sources.ts'

/** An uploaded file. It may be read several times, from any place. */
export type SourceFile = {
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** The bytes from `start` (default 0) to `end` (exclusive, default the file's end), in pieces of any size. */
  read(start?: number, end?: number): AsyncIterable<Uint8Array>
}

/** A row as the file has it: texts of any length, addresses of any kind. normalise.ts makes it a link. */
export type SourceRow = {
  readonly url: string
  readonly title?: string | undefined
  readonly note?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly savedAt?: Date | undefined
  readonly isFavorite?: boolean | undefined
  readonly isArchived?: boolean | undefined
  /** 'Parent / Child' where collections are nested. */
  readonly collection?: string | undefined
  /** Other collections that the link is in. They become tags, since a link has one collection. */
  readonly alsoIn?: readonly string[] | undefined
  readonly notes?: readonly SourceNote[] | undefined
  /** What only our own export has. Its texts are kept as they are within the limits. */
  readonly own?: OwnFacts | undefined
}
export type OwnFacts = {
  readonly titleFrom: 'person' | 'page'
  readonly collectionRef?: number | undefined
  readonly position?: RowPosition | undefined
  /** Notes of the link had no room. */
  readonly lostNotes: boolean
}
export type SourceNote = {
  readonly type: RowNote['type']
  readonly content: string
  /** The passage that a note is about. */
  readonly selectedText?: string | undefined
  readonly createdAt?: Date | undefined
  readonly color?: string | undefined
  /** What only our own export has. */
  readonly own?: Pick<RowNote, 'isPrivate' | 'position' | 'anchor'> & {
    readonly updatedAt?: Date | undefined
  }
}

/** A row that is no link. */
export type NoRow = {
  readonly kind: 'skipped' | 'failed'
  readonly url?: string | undefined
  readonly reason: RowReason
}

/** Every record of the file, in its order: the n-th item is row n. */
export type SourceItem = (({ readonly kind: 'row' } & SourceRow) | NoRow) & {
  /** Collections that the file describes, with its first record. */
  readonly collections?: DescribedCollections | undefined
}
export type DescribedCollections = {
  readonly all: readonly FileCollection[]
  /** Descriptions of the last ones had no room. */
  readonly areShortened: boolean
}

/** The file as a whole cannot be imported. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
  readonly reason: FileReason
  constructor(reason: FileReason, detail = '') {
    super(`${reason} ${detail}`.trim())
    this.reason = reason
  }
}

/** One file format of one service. */
export type Format = {
  readonly source: ImportSource
  /**
   * Reads the file; the same bytes always give the same items. Memory does not grow with the file.
   * @throws FileRefused
   */
  readonly read: (file: SourceFile) => AsyncIterable<SourceItem>
}
