import { type EventStoreDBClient, type Position, START } from '@eventstore/db-client'

/**
 * Events a second that one subscription of the client gets out of `$all`, with nothing done to them.
 * @param after where to begin; undefined is the start
 * @throws Error where the subscription ends before `count` events came
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
