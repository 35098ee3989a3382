import { DELETED_REVISION } from './event.ts'

/** What a stream's metadata says about which of its events are shown. */
export type Retention = {
  /** Events below this revision are gone. */
  readonly truncateBefore: number
  readonly maxCount: number | undefined
  /** Seconds. */
  readonly maxAge: number | undefined
  readonly isSoftDeleted: boolean
}

/** The end of a stream. Shared and mutable: the writer moves it with every commit. */
export type StreamHead = {
  /** Of the last event, -1 where there is none. */
  revision: number
  /** Position of the last event, -1 where there is none. */
  position: number
  isTombstoned: boolean
  /** Of the last event of the metadata stream, -1 where there is none. */
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

/** Reads `$tb`, `$maxCount` and `$maxAge`; metadata that is no JSON object keeps everything, as does nonsense in it. */
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

/** The first revision that a read may show, age aside. */
export const firstVisible = (head: StreamHead): number => {
  const { truncateBefore, maxCount } = head.retention
  return Math.max(truncateBefore, maxCount === undefined ? 0 : head.revision - maxCount + 1)
}

/** Whether a read finds the stream at all. */
export const isMissing = (head: StreamHead): boolean => head.revision < 0 || head.retention.isSoftDeleted
