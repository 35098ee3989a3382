import type { Lane } from '@lectern/contracts/read-model/lanes.ts'
import type { Queryable } from './postgres.ts'

export type ParkedStream = {
  readonly lane: Lane
  readonly stream: string
  readonly eventType: string
  readonly error: string
  readonly parkedAt: Date
}

/** Streams whose events a read schema skips until a rebuild, oldest first. */
export const parkedStreams = async (pool: Queryable, schema: string): Promise<ParkedStream[]> => {
  const { rows } = await pool.query<ParkedStream>(
    `SELECT lane, stream, event_type AS "eventType", error, parked_at AS "parkedAt"
     FROM ${schema}.parked_streams ORDER BY parked_at`,
  )
  return rows
}
