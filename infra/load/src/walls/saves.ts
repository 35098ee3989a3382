import { randomUUID } from 'node:crypto'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { startGenerator } from '../generator/generator.ts'
import { linkSaved } from '../world/events.ts'
import { holding } from '../world/holding.ts'
import type { Stack } from '../world/stack.ts'
import type { User } from '../world/users.ts'

const WARM_UP_SECONDS = 1
const CONNECTIONS = 16
const STREAMS = 64

export type Saves = {
  /** Saves a second that one library takes, whose commands are decided one after another. */
  readonly oneLibrary: number
  /** Saves a second to many libraries. */
  readonly manyLibraries: number
  /** Events a second that the log takes, each in an append of its own. */
  readonly log: number
}

/** Measures what gateway and log take. Workers stand still, since they would read the saved pages meanwhile. */
export const measureSaves = async (
  { stack, store, site }: { stack: Stack; store: EventStore; site: string },
  users: readonly User[],
  seconds: number,
): Promise<Saves> => {
  const generator = startGenerator()
  const save = async (people: readonly User[]) => {
    const cookies = people.map(({ api }) => api.cookie())
    const requests = { kind: 'save', site, tag: randomUUID(), cookies } as const
    const load = { port: stack.port, seconds, warmUp: WARM_UP_SECONDS, requests, connections: CONNECTIONS }
    const { failed, firstFailure, perSecond } = await generator.run(load)
    if (failed > 0) throw new Error(`${failed} saves failed: ${firstFailure}`)
    return perSecond
  }
  try {
    return await holding(stack, 'workers', async () => ({
      oneLibrary: await save(users.slice(0, 1)),
      manyLibraries: await save(users),
      log: await appends(store, seconds),
    }))
  } finally {
    generator.close()
  }
}

const appends = async (store: EventStore, seconds: number): Promise<number> => {
  const began = performance.now()
  let appended = 0
  const run = randomUUID()
  const keepOn = async (stream: string) => {
    for (let n = 1; performance.now() - began < seconds * 1_000; n += 1) {
      const event = linkSaved({ linkId: n, url: `https://example.com/${n}`, name: String(n) })
      await store.append(stream, n === 1 ? 'no_stream' : BigInt(n - 2), [event])
      appended += 1
    }
  }
  await Promise.all(Array.from({ length: STREAMS }, (_, n) => keepOn(`walls_${run}-${n}`)))
  return appended / ((performance.now() - began) / 1_000)
}
