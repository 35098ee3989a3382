import { setTimeout as sleep } from 'node:timers/promises'
import { AccessDeniedError, type EventStoreDBClient, StreamDeletedError } from '@eventstore/db-client'
import { withTimeout } from '../process/with-timeout.ts'
import { AppendDenied, StoreUnavailable } from './port.ts'

const TRY_MS = 5_000
const GIVE_UP_MS = 15_000
const PAUSE_MS = 200

/** Both calls may be repeated, so an uncertain outcome is tried again. */
const insist = async (stream: string, call: () => Promise<unknown>): Promise<void> => {
  for (const giveUpAt = Date.now() + GIVE_UP_MS; ; await sleep(PAUSE_MS)) {
    try {
      await withTimeout(call(), TRY_MS)
      return
    } catch (error) {
      if (error instanceof StreamDeletedError) return
      if (error instanceof AccessDeniedError)
        throw new AppendDenied(`${stream}: ${error.message}`, { cause: error })
      if (Date.now() >= giveUpAt) throw new StoreUnavailable(String(error), { cause: error })
    }
  }
}

/** @param client called for each try, since a broken client is replaced */
export const tombstone = (client: () => EventStoreDBClient, stream: string): Promise<void> =>
  insist(stream, () => client().tombstoneStream(stream, { expectedRevision: 'any', deadline: TRY_MS }))

/** Takes the place of other metadata, which no stream of ours has. */
export const truncate = (client: () => EventStoreDBClient, stream: string, before: bigint): Promise<void> =>
  insist(stream, () =>
    client().setStreamMetadata(stream, { truncateBefore: Number(before) }, { deadline: TRY_MS }),
  )
