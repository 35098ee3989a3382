import { setTimeout as sleep } from 'node:timers/promises'
import {
  AccessDeniedError,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  type ResolvedEvent,
  START,
  StreamDeletedError,
  StreamNotFoundError,
} from '@eventstore/db-client'
import { Incoming, isEnd } from './incoming.ts'
import { type ReadStreamOptions, type RecordedEvent, StoreUnavailable, StreamEnded } from './port.ts'
import { toRecorded } from './recorded.ts'

const SILENCE_MS = 5_000
const GIVE_UP_MS = 10_000
const PAUSE_MS = 100

/**
 * Reads a stream, and continues where it was after a broken connection.
 * @throws StoreUnavailable when nothing has come for 10 s; StreamEnded if asked
 */
export async function* readStream(
  client: () => EventStoreDBClient,
  stream: string,
  {
    from,
    direction = 'forwards',
    maxCount = Number.MAX_SAFE_INTEGER,
    refuseEnded = false,
  }: ReadStreamOptions,
): AsyncGenerator<RecordedEvent> {
  const isBackwards = direction === 'backwards'
  let next: bigint | undefined = from
  let remaining = maxCount
  let lastProgress = Date.now()
  while (remaining > 0) {
    const reader = client()
    const source = reader.readStream(stream, {
      fromRevision: next ?? (isBackwards ? END : START),
      direction: isBackwards ? BACKWARDS : FORWARDS,
      maxCount: remaining,
    })
    const incoming = new Incoming<ResolvedEvent>(source)
    try {
      for (;;) {
        const watch = setTimeout(() => incoming.stop(new Error(`nothing for ${SILENCE_MS} ms`)), SILENCE_MS)
        const taken = await incoming.take().finally(() => clearTimeout(watch))
        if (isEnd(taken)) {
          // The reads of a disposed client end without an error, as if they were complete.
          const error =
            taken.error ?? (client() === reader ? undefined : new Error('the client was replaced'))
          if (refuseEnded && error instanceof StreamDeletedError)
            throw new StreamEnded(`${stream} has ended`, { cause: error })
          if (error === undefined || isMissing(error)) return
          if (error instanceof AccessDeniedError) throw error
          if (Date.now() - lastProgress >= GIVE_UP_MS)
            throw new StoreUnavailable(String(error), { cause: error })
          break
        }
        for (const { event } of taken) {
          if (!event) continue
          yield toRecorded(event)
          remaining--
          if (isBackwards && event.revision === 0n) return
          next = event.revision + (isBackwards ? -1n : 1n)
        }
        lastProgress = Date.now()
      }
    } finally {
      incoming.drop()
      void source.cancel()
    }
    await sleep(PAUSE_MS)
  }
}

const isMissing = (error: unknown) =>
  error instanceof StreamNotFoundError || error instanceof StreamDeletedError
