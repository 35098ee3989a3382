import { setImmediate as turn } from 'node:timers/promises'
import type { EventStore, RecordedEvent } from '@lectern/platform/event-store/port.ts'
import { aLibrary } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { startProjections } from '../test-support/projections.ts'
import { isAtOrAfter } from './checkpoints.ts'
import { runEngine } from './engine.ts'

const parts = duringTests(startOwnParts)
const projections = duringTests(() => startProjections(parts))

it('imported links leave the backlog also where events never pause', async () => {
  const { store, pool, schema } = projections
  const library = aLibrary()
  const end = await projections.record(library.stream, [library.opened(), library.imported([1, 2, 3])])
  const stop = new AbortController()
  async function* follow(options: Parameters<EventStore['follow']>[0]) {
    let last: RecordedEvent | undefined
    for await (const events of store.follow(options)) {
      yield events
      last = events.at(-1)
      if (isAtOrAfter(last?.position, end)) break
    }
    for (let n = 1n; last && !options.signal.aborted; n += 1n) {
      const at = end.commit + n
      yield [{ ...last, stream: 'another-1', position: { commit: at, prepare: at } }]
      await turn()
    }
  }
  const parts = { ...projections, store: { ...store, follow }, signal: stop.signal }
  const running = runEngine({ ...parts, announce: false })
  const found = async () => (await pool.query(`SELECT id FROM ${schema}.search`)).rowCount
  await expect.poll(found, { timeout: 10_000 }).toBe(3)
  stop.abort()
  await running
})
