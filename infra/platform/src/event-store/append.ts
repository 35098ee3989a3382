import { setTimeout as sleep } from 'node:timers/promises'
import {
  AccessDeniedError,
  type EventStoreDBClient,
  type JSONType,
  jsonEvent,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { withTimeout } from '../process/with-timeout.ts'
import type { Appended, ExpectedRevision, NewEvent } from './port.ts'
import { AppendDenied, AppendTooLarge, StoreUnavailable, StreamEnded, WrongExpectedRevision } from './port.ts'

const TRY_MS = 3_000
/** Beyond the deadline of the call, for a server that is frozen. */
const ANSWER_GRACE_MS = 250
const GIVE_UP_MS = 10_000
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 500

/**
 * Appends, and retries an uncertain outcome with the same ids and revision: the store then answers with the result of
 * the first try, if that succeeded.
 * @param client called for each try, since a broken client is replaced
 * @throws WrongExpectedRevision, AppendTooLarge, StreamEnded, AppendDenied, StoreUnavailable
 */
export async function appendWithRetries(
  client: () => EventStoreDBClient,
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
): Promise<Appended> {
  const proposed = events.map(({ id, type, data, metadata }) =>
    jsonEvent({ id, type, data: data as JSONType, metadata }),
  )
  const options = { expectedRevision: expected, deadline: TRY_MS }
  const giveUpAt = Date.now() + GIVE_UP_MS
  let pause = FIRST_PAUSE_MS
  for (;;) {
    try {
      const answer = client().appendToStream(stream, proposed, options)
      const { nextExpectedRevision, position } = await withTimeout(answer, TRY_MS + ANSWER_GRACE_MS)
      if (!position) throw new Error('the event store answered an append without a position')
      return { revision: nextExpectedRevision, position }
    } catch (error) {
      throwIfCertain(error, stream)
      if (Date.now() + pause >= giveUpAt) throw new StoreUnavailable(String(error), { cause: error })
    }
    await sleep(pause)
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }
}

/** Throws an error that the store decided. Returns for a lost connection, a deadline or a missing answer. */
function throwIfCertain(error: unknown, stream: string) {
  if (error instanceof WrongExpectedVersionError)
    throw new WrongExpectedRevision(
      `${stream} is at ${error.actualVersion}, expected was ${error.expectedVersion}`,
      { cause: error },
    )
  if (error instanceof MaxAppendSizeExceededError)
    throw new AppendTooLarge(`more than ${error.maxAppendSize} bytes for ${stream}`, { cause: error })
  if (error instanceof StreamDeletedError) throw new StreamEnded(`${stream} has ended`, { cause: error })
  if (error instanceof AccessDeniedError)
    throw new AppendDenied(`${stream}: ${error.message}`, { cause: error })
}
