import { z } from 'zod'
import { Change } from '../api/changes.ts'
import type { Lane } from './lanes.ts'

/** Postgres channel on which projectors tell of each commit. */
export const PROGRESS_CHANNEL = 'lectern_read_model'

/** In bytes. Postgres refuses payloads of 8,000 bytes and more. */
const PAYLOAD_MAX = 7_900

/** Tells the open tabs of one library what is out of date. */
export type LibraryChange = {
  readonly libraryId: string
  readonly change: Change
  /** Collections of the library that are shared: their members are told. */
  readonly collections?: readonly number[] | undefined
  /** Its owner, known by these ids elsewhere, changed the own notes or flags there. */
  readonly members?: readonly string[] | undefined
  /** Others see some of these notes, or saw them. */
  readonly areShared?: boolean | undefined
}

/** Positions that lanes of this schema have passed, as encodePosition gives them, and the changes on the way. */
const Progress = z.object({
  schema: z.string(),
  lanes: z.record(z.string(), z.string()),
  changes: z
    .array(
      z.object({
        libraryId: z.string(),
        change: Change,
        collections: z.optional(z.array(z.int())),
        members: z.optional(z.array(z.string())),
        areShared: z.optional(z.boolean()),
      }),
    )
    .default([]),
  traces: z.array(z.string()).default([]),
})
export type Progress = {
  schema: string
  lanes: Partial<Record<Lane, string>>
  changes: LibraryChange[]
  /** Traceparents of the events that led to the changes; left out where there is no room. */
  traces?: readonly string[]
}

/** Several payloads where the changes exceed Postgres' limit. The last one has the positions, so that all changes are told by then. */
export const encodeProgress = ({ schema, lanes, changes, traces = [] }: Progress): string[] => {
  const payload = (of: Progress['lanes'], items: readonly string[]) => {
    const told = `"schema":${JSON.stringify(schema)},"lanes":${JSON.stringify(of)},"changes":[${items.join(',')}]`
    const traced = `{"traces":${JSON.stringify(traces)},${told}}`
    const isTraced = items.length > 0 && traces.length > 0 && Buffer.byteLength(traced) <= PAYLOAD_MAX
    return isTraced ? traced : `{${told}}`
  }
  const empty = Buffer.byteLength(payload(lanes, []))
  const payloads: string[] = []
  let items: string[] = []
  let bytes = empty
  for (const change of changes) {
    const item = JSON.stringify(change)
    const itemBytes = Buffer.byteLength(item) + 1
    if (items.length > 0 && bytes + itemBytes > PAYLOAD_MAX) {
      payloads.push(payload({}, items))
      items = []
      bytes = empty
    }
    items.push(item)
    bytes += itemBytes
  }
  return [...payloads, payload(lanes, items)]
}

/** undefined where the payload has another form, which another version may send. */
export const parseProgress = (payload: string): Progress | undefined => {
  try {
    return Progress.parse(JSON.parse(payload)) as Progress
  } catch {
    return undefined
  }
}
