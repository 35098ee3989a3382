import { z } from 'zod'
import { Change } from '../api/changes.ts'
import type { Lane } from './lanes.ts'

/** Postgres channel on which projectors say what they committed. */
export const PROGRESS_CHANNEL = 'lectern_read_model'

/** Postgres refuses payloads of 8,000 bytes and more. */
const PAYLOAD_MAX = 7_900

/** What is out of date for the open tabs of one library; `tags`, folded, that it may not have had before, null for too many to name. */
export type LibraryChange = {
  readonly libraryId: string
  readonly change: Change
  readonly tags?: readonly string[] | null | undefined
}

/** No list or link is out of date by it. */
export const isOfSearchesAlone = ({ change: { what } }: LibraryChange): boolean =>
  what.every(each => each === 'search')

/** Positions, as encodePosition gives them, that lanes of this schema have passed; and what changed on the way. */
const Progress = z.object({
  schema: z.string(),
  lanes: z.record(z.string(), z.string()),
  changes: z
    .array(z.object({ libraryId: z.string(), change: Change, tags: z.array(z.string()).nullish() }))
    .default([]),
})
export type Progress = { schema: string; lanes: Partial<Record<Lane, string>>; changes: LibraryChange[] }

/** As many payloads as the changes need, each within Postgres' limit; the last has the positions, so that all is told by then. */
export const encodeProgress = ({ schema, lanes, changes }: Progress): string[] => {
  const payload = (of: Progress['lanes'], items: readonly string[]) =>
    `{"schema":${JSON.stringify(schema)},"lanes":${JSON.stringify(of)},"changes":[${items.join(',')}]}`
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

/** undefined for anything that is no progress: another version may say more than we understand. */
export const parseProgress = (payload: string): Progress | undefined => {
  try {
    return Progress.parse(JSON.parse(payload)) as Progress
  } catch {
    return undefined
  }
}
