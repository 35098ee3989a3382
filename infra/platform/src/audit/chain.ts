import { createHash } from 'node:crypto'
import { z } from 'zod'

/**
 * An audit file is JSON lines in UTF-8: a header, one line for each event in the order of `$all`, and a last line. Each event
 * is chained twice by SHA-256, to the one before it in its stream and to the line before it.
 */
export const AuditHeader = z.object({
  lectern: z.literal('audit'),
  version: z.literal(1),
  storeId: z.string(),
  /** null: every stream of the store. */
  libraryId: z.uuid().nullable(),
  /** The head of the files that this one continues; lines 0 where it continues none. */
  after: z.object({ lines: z.int().nonnegative(), hash: z.string() }),
})
export type AuditHeader = z.infer<typeof AuditHeader>

const AuditedEvent = z.object({
  /** As encodePosition gives it. */
  position: z.string(),
  stream: z.string(),
  /** null: the tombstone of the stream, which marks the gap of its events. */
  revision: z.int().nonnegative().nullable(),
  id: z.string(),
  type: z.string(),
  created: z.iso.datetime(),
  data: z.unknown(),
  metadata: z.unknown(),
})
export type AuditedEvent = z.infer<typeof AuditedEvent>

/** n counts from 1, on through the files that continue one another. Hashes are hexadecimal. */
export const AuditLine = AuditedEvent.extend({
  n: z.int().positive(),
  streamHash: z.string(),
  hash: z.string(),
})
export type AuditLine = z.infer<typeof AuditLine>

/** The last line says that nothing was cut off. */
export const AuditEnd = z.object({ end: z.literal(true), lines: z.int().nonnegative(), hash: z.string() })
export type AuditEnd = z.infer<typeof AuditEnd>

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** What the hashes of an event are made from. JSON that was parsed gives the same text again. */
export const textOf = ({
  position,
  stream,
  revision,
  id,
  type,
  created,
  data,
  metadata,
}: AuditedEvent): string => JSON.stringify([position, stream, revision, id, type, created, data, metadata])

/** Where a chain begins: its store and its streams are part of every hash. */
export const rootOf = ({ storeId, libraryId }: Pick<AuditHeader, 'storeId' | 'libraryId'>): string =>
  sha256(JSON.stringify(['lectern-audit', 1, storeId, libraryId]))

/** A line of a file. Readers of lines also end one at U+2028 and U+2029, which JSON leaves as they are. */
export const lineOf = (value: AuditHeader | AuditLine | AuditEnd): string =>
  `${JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`

type StreamHead = { readonly revision: number | null; readonly hash: string }

export type Chain = ReturnType<typeof createChain>

/** The growing chain. It keeps the head of each stream, some 200 bytes. */
export const createChain = (root: string) => {
  const streams = new Map<string, StreamHead>()
  let head: { lines: number; hash: string; position: string | undefined } = {
    lines: 0,
    hash: root,
    position: undefined,
  }
  /** The line that an event has if it comes next. */
  const next = (event: AuditedEvent): AuditLine => {
    const n = head.lines + 1
    const streamHash = sha256(`${streams.get(event.stream)?.hash ?? ''}\n${textOf(event)}`)
    return { n, ...event, streamHash, hash: sha256(`${head.hash}\n${n}\n${streamHash}`) }
  }
  return {
    head: () => head,
    streamHead: (stream: string) => streams.get(stream),
    next,
    take: ({ n, stream, revision, streamHash, hash, position }: AuditLine): void => {
      streams.set(stream, { revision, hash: streamHash })
      head = { lines: n, hash, position }
    },
  }
}
