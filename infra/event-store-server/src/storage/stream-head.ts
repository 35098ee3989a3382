import { DELETED_REVISION } from './event.ts'

/** The stream's metadata as limits to its visible events. */
export type Retention = {
  /** Events below this revision are gone. */
  readonly truncateBefore: number
  readonly maxCount: number | undefined
  /** Seconds. */
  readonly maxAge: number | undefined
  readonly isSoftDeleted: boolean
}

/** The end of a stream. Shared and mutable: the writer updates it with every commit. */
export type StreamHead = {
  /** Revision of the last event, -1 if there is none. */
  revision: number
  /** Position of the last event, -1 if there is none. */
  position: number
  isTombstoned: boolean
  /** Revision of the last event of the metadata stream, -1 if there is none. */
  metaRevision: number
  /** The metadata as stored. */
  metadata: Uint8Array | undefined
  retention: Retention
}

export const KEEP_ALL: Retention = {
  truncateBefore: 0,
  maxCount: undefined,
  maxAge: undefined,
  isSoftDeleted: false,
}

const KEEP_LAST: Retention = { ...KEEP_ALL, maxCount: 1 }

/** Reads `$tb`, `$maxCount` and `$maxAge`. Invalid values and metadata that is no JSON object limit nothing. */
export function retentionOf(stream: string, metadata: Uint8Array | undefined): Retention {
  if (stream.startsWith('$$')) return KEEP_LAST
  if (!metadata) return KEEP_ALL
  try {
    const parsed: Record<string, unknown> = JSON.parse(Buffer.from(metadata).toString())
    const truncateBefore = naturalNumber(parsed.$tb) ?? 0
    return {
      truncateBefore,
      maxCount: naturalNumber(parsed.$maxCount),
      maxAge: naturalNumber(parsed.$maxAge),
      isSoftDeleted: truncateBefore >= Number(DELETED_REVISION),
    }
  } catch {
    return KEEP_ALL
  }
}

const naturalNumber = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined

/** The first visible revision. Ignores `$maxAge`. */
export const firstVisible = (head: StreamHead): number => {
  const { truncateBefore, maxCount } = head.retention
  return Math.max(truncateBefore, maxCount === undefined ? 0 : head.revision - maxCount + 1)
}

/** Whether a read answers that the stream does not exist. */
export const isMissing = (head: StreamHead): boolean => head.revision < 0 || head.retention.isSoftDeleted
