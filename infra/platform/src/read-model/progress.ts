import { Change } from '@lectern/contracts/api/changes.ts'
import { z } from 'zod'
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

/** Positions, as encodePosition gives them, that lanes of this schema have passed; and what changed on the way. */
const Progress = z.object({
  schema: z.string(),
  lanes: z.record(z.string(), z.string()),
  changes: z
    .array(z.object({ libraryId: z.string(), change: Change, tags: z.array(z.string()).nullish() }))
    .default([]),
})
export type Progress = { schema: string; lanes: Partial<Record<Lane, string>>; changes: LibraryChange[] }

/** As many payloads as the changes need, each within Postgres' limit and each with the positions. */
export const encodeProgress = ({ schema, lanes, changes }: Progress): string[] => {
  const head = `{"schema":${JSON.stringify(schema)},"lanes":${JSON.stringify(lanes)},"changes":[`
  const payloads: string[] = []
  let items = ''
  for (const change of changes) {
    const item = JSON.stringify(change)
    if (items !== '' && Buffer.byteLength(head) + items.length + item.length + 3 > PAYLOAD_MAX) {
      payloads.push(`${head}${items}]}`)
      items = ''
    }
    items += items === '' ? item : `,${item}`
  }
  payloads.push(`${head}${items}]}`)
  return payloads
}

/** undefined for anything that is no progress: another version may say more than we understand. */
export const parseProgress = (payload: string): Progress | undefined => {
  try {
    return Progress.parse(JSON.parse(payload)) as Progress
  } catch {
    return undefined
  }
}
