import { libraryStream } from '@lectern/contracts/events/library.ts'
import type { startGateway } from './gateway.ts'
import type { Person } from './people.ts'

type Recorded = { readonly type: string; readonly data: unknown; readonly metadata: unknown }

/** What the streams of a gateway's store have. */
export const streamsOf = (gateway: Awaited<ReturnType<typeof startGateway>>) => ({
  /** The last events of a stream, the first first. */
  lastOf: async (stream: string, count = 1): Promise<Recorded[]> => {
    const events: Recorded[] = []
    for await (const { type, data, metadata } of gateway.store.readStream(stream, {
      direction: 'backwards',
      maxCount: count,
    }))
      events.unshift({ type, data, metadata })
    return events
  },
  /** The id of the last act in a library. */
  lastAct: async ({ libraryId }: Person): Promise<string> => {
    for await (const { revision } of gateway.store.readStream(libraryStream(libraryId), {
      direction: 'backwards',
      maxCount: 1,
    }))
      return `l${revision}`
    throw new Error('an empty library')
  },
})
