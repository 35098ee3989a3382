import { type EventStoreDBClient, type Position, START } from '@eventstore/db-client'

/**
 * Measures how many events a second one subscription of the client reads from `$all`. It does nothing with them.
 * @param after the position to begin after; undefined is the start
 * @throws Error when the subscription ends before it has `count` events
 */
export const catchUp = async (
  client: EventStoreDBClient,
  count: number,
  after?: Position,
): Promise<number> => {
  const began = performance.now()
  const subscription = client.subscribeToAll({ fromPosition: after ?? START })
  let seen = 0
  for await (const { event } of subscription) {
    if (event === undefined) continue
    seen += 1
    if (seen === count) return count / ((performance.now() - began) / 1_000)
  }
  throw new Error(`The subscription ended after ${seen} of ${count} events`)
}
