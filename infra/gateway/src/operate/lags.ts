import { PREFIXES as OF_POLICIES } from '@lectern/command-api/policies/policies.ts'
import type { Lag } from '@lectern/contracts/api/operation.ts'
import { LIBRARY_LANES } from '@lectern/contracts/read-model/lanes.ts'
import type { EventStore, Position } from '@lectern/platform/event-store/port.ts'
import { comparePositions, parsePosition } from '@lectern/platform/event-store/position.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { LOOPS } from '@lectern/projectors/reactions/jobs.ts'

/** An event that waits arrives within this time. */
const LOOK_MS = 500

type Parts = { readonly pool: Pool; readonly store: EventStore }
type Follower = {
  readonly name: string
  readonly after: string | undefined
  readonly prefixes?: readonly string[]
}

const NAMES: Readonly<Record<string, string>> = {
  articles: 'Articles',
  search: 'Search',
  history: 'History',
  jobs: 'Work for workers',
  erasures: 'Erasing deleted accounts',
}
const nameOf = (key: string): string =>
  LIBRARY_LANES.some(lane => lane === key)
    ? `Lists (${Number(key) + 1} of ${LIBRARY_LANES.length})`
    : (NAMES[key] ?? key)

/** How far everything that follows events is behind the last one. @throws Error where Postgres or the event store is away */
export const lagsOf = async ({ pool, store }: Parts): Promise<Lag[]> => {
  const followers = await followersIn(pool)
  // Read after the checkpoints.
  const end = await store.end()
  return Promise.all(
    followers.map(async follower => ({
      name: follower.name,
      seconds: await secondsBehind(store, end, follower),
    })),
  )
}

const followersIn = async (pool: Pool): Promise<Follower[]> => {
  type Row = { key: string; position: string }
  const read = async (text: string) => (await pool.query<Row>(text)).rows
  const schema = await currentReadSchema(pool)
  const lanes = schema
    ? await read(`SELECT lane AS key, position FROM ${schema}.checkpoints ORDER BY lane`)
    : []
  const loops = await read('SELECT kind AS key, position FROM projections.reactions_checkpoint')
  const [policies] = await read(`SELECT 'policies' AS key, position FROM command.policies_checkpoint`)
  return [
    ...lanes.map(({ key, position }) => ({ name: nameOf(key), after: position })),
    ...Object.entries(LOOPS).map(([key, { prefixes }]) => ({
      ...{ name: nameOf(key), prefixes },
      after: loops.find(loop => loop.key === key)?.position,
    })),
    { name: 'Mails, payments and notes', after: policies?.position, prefixes: OF_POLICIES },
  ]
}

/** The age of the first event after the checkpoint. */
const secondsBehind = async (
  store: EventStore,
  end: Position | undefined,
  { after: text, prefixes }: Follower,
): Promise<number> => {
  const after = parsePosition(text)
  if (end === undefined || (after && comparePositions(after, end) >= 0)) return 0
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), LOOK_MS)
  try {
    for await (const [first] of store.follow({ after, ...(prefixes && { prefixes }), signal: ending.signal }))
      if (first) return Math.max(0, (Date.now() - first.created.getTime()) / 1_000)
    return 0
  } finally {
    clearTimeout(timer)
    ending.abort()
  }
}
