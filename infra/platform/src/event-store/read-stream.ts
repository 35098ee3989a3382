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
import { type ReadStreamOptions, type RecordedEvent, StoreUnavailable } from './port.ts'
import { toRecorded } from './recorded.ts'

const SILENCE_MS = 5_000
const GIVE_UP_MS = 10_000
const PAUSE_MS = 100

/**
 * Reads a stream, and goes on where it was when the connection breaks.
 * @throws StoreUnavailable when nothing has come for 10 s
 */
export async function* readStream(
  client: () => EventStoreDBClient,
  stream: string,
  { from, direction = 'forwards', maxCount = Number.MAX_SAFE_INTEGER }: ReadStreamOptions,
): AsyncGenerator<RecordedEvent> {
  const isBackwards = direction === 'backwards'
  let next: bigint | undefined = from
  let remaining = maxCount
  let lastProgress = Date.now()
  while (remaining > 0) {
    const source = client().readStream(stream, {
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
          if (taken.error === undefined || isMissing(taken.error)) return
          if (taken.error instanceof AccessDeniedError) throw taken.error
          if (Date.now() - lastProgress >= GIVE_UP_MS)
            throw new StoreUnavailable(String(taken.error), { cause: taken.error })
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
