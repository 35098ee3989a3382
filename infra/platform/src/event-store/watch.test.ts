import { SHOWN_LANES } from '@lectern/contracts/read-model/lanes.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createMetrics } from '../process/metrics.ts'
import { type EventStore, type Position, StoreUnavailable } from './port.ts'
import { encodePosition } from './position.ts'
import { UNPROJECTED_MS, watchStore } from './watch.ts'

const LOOK_MS = 5
const at = (n: number): Position => ({ commit: BigInt(n), prepare: BigInt(n) })

const stop = new AbortController()
afterEach(() => vi.restoreAllMocks())

/** A store and read models at these places, which a test moves. */
const watched = async (places: { end: number | undefined; reached: number; storeId?: string }) => {
  const query = async (text: string) => ({
    rowCount: 1,
    rows: text.includes('read_schemas')
      ? [{ schema: 'read_v1' }]
      : SHOWN_LANES.map(lane => ({
          lane,
          store_id: places.storeId ?? 'this store',
          position: encodePosition(at(places.reached)),
        })),
  })
  const store = {
    end: async () => (places.end === undefined ? undefined : at(places.end)),
    append: async () => {
      places.end = (places.end ?? 0) + 1
      return { revision: 0n, position: at(places.end) }
    },
    tombstone: async () => {},
  } as unknown as EventStore
  const log = createLog('test', 'silent')
  const metrics = createMetrics('test')
  const parts = { store, pool: { query } as never, log, metrics, signal: stop.signal, lookMs: LOOK_MS }
  const watch = await watchStore({ ...parts, storeId: 'this store' })
  return { watch, metrics, append: () => watch.store.append('library-1', 'any', []) }
}

test.each([
  ['was put back', { end: 9, reached: 10 }],
  ['is empty', { end: undefined, reached: 10 }],
  ['is another one', { end: 20, reached: 10, storeId: 'another store' }],
])('a store that %s takes nothing until the read models are made anew', async (_, places) => {
  const { watch, metrics, append } = await watched(places)
  expect(watch.isBehind()).toBe(true)
  expect(watch.alarms()).toEqual([expect.stringContaining('make rebuild')])
  expect(await metrics.metrics()).toMatch(/^lectern_event_store_behind\{.*\} 1$/m)
  await expect(append()).rejects.toBeInstanceOf(StoreUnavailable)
  await expect(watch.store.tombstone('library-1')).rejects.toBeInstanceOf(StoreUnavailable)

  Object.assign(places, { end: places.end ?? 0, reached: 0, storeId: 'this store' })
  await expect.poll(watch.isBehind).toBe(false)
  await append()
  expect(watch.alarms()).toEqual([])
})

test('a store that is put back later takes nothing from then on', async () => {
  const places = { end: 10, reached: 10 }
  const { watch, append } = await watched(places)
  await append()
  places.reached = 11
  places.end = 5
  await expect.poll(watch.isBehind).toBe(true)
  await expect(append()).rejects.toBeInstanceOf(StoreUnavailable)
})

test('saves that nobody projects are an alarm, which tells since when', async () => {
  const places = { end: 10, reached: 10 }
  const { watch, metrics, append } = await watched(places)
  expect(watch.unprojectedMs()).toBe(0)
  await append()
  await append()
  const saved = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => saved + UNPROJECTED_MS + 5_000)
  expect(watch.alarms()).toEqual(['Nobody projects: lists lack what was saved 65 s ago.'])
  expect(await metrics.metrics()).toMatch(/^lectern_unprojected_seconds\{.*\} 65\./m)
  places.reached = 12
  await expect.poll(watch.alarms).toEqual([])
})
