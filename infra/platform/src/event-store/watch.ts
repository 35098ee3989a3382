import { SHOWN_LANES } from '@lectern/contracts/read-model/lanes.ts'
import type { Pool } from '../postgres/postgres.ts'
import { currentReadSchema } from '../postgres/read-schemas.ts'
import type { Log } from '../process/log.ts'
import { Gauge, type Metrics } from '../process/metrics.ts'
import { type EventStore, type Position, StoreUnavailable } from './port.ts'
import { comparePositions, laterPosition, parsePosition } from './position.ts'

const LOOK_MS = 3_000
/** Saves that lists lack for longer are an alarm, in ms. */
export const UNPROJECTED_MS = 60_000

const BEHIND =
  'The event store is not the one that the read models are of, or was put back behind them: no change is taken. Restore its latest copy, or run `make rebuild`.'

export type StoreWatch = {
  /** The store, which takes nothing while it is behind. */
  readonly store: EventStore
  /** Whether lists show events that the store has not: ids would be given again. */
  readonly isBehind: () => boolean
  /** Milliseconds since the oldest append of this process that lists lack; 0 where they have all. */
  readonly unprojectedMs: () => number
  /** Sentences for the operator. */
  readonly alarms: () => string[]
}

export type WatchParts = {
  readonly store: EventStore
  readonly storeId: string
  readonly pool: Pick<Pool, 'query'>
  readonly log: Pick<Log, 'error' | 'warn' | 'debug'>
  readonly metrics: Metrics
  readonly signal: AbortSignal
  readonly lookMs?: number
}

/** Compares the event store with the checkpoints of the read models, now and every few seconds. */
export const watchStore = async (parts: WatchParts): Promise<StoreWatch> => {
  const { store, storeId, pool, log, metrics, signal, lookMs = LOOK_MS } = parts
  let isBehind = false
  /** The oldest append that lists may lack, and the latest one. */
  let first: { readonly position: Position; readonly at: number } | undefined
  let last: typeof first

  const look = async () => {
    const schema = await currentReadSchema(pool as Pool)
    const { rows } = schema
      ? await pool.query<{ lane: string; store_id: string; position: string }>(
          `SELECT lane, store_id, position FROM ${schema}.checkpoints`,
        )
      : { rows: [] }
    // Read after the checkpoints, so that it is at or after them unless the store was put back.
    const end = await store.end()
    const latest = rows.map(({ position }) => parsePosition(position)).reduce(laterPosition, undefined)
    const wasBehind = isBehind
    isBehind =
      rows.some(({ store_id }) => store_id !== storeId) ||
      (latest !== undefined && (end === undefined || comparePositions(end, latest) < 0))
    if (isBehind && !wasBehind) log.error({}, BEHIND)
    const isShown = ({ position }: { position: Position }) =>
      SHOWN_LANES.every(lane => {
        const reached = parsePosition(rows.find(row => row.lane === lane)?.position)
        return reached !== undefined && comparePositions(reached, position) >= 0
      })
    // An append since the last look is the oldest that can be missing once `first` is shown.
    if (first === undefined || rows.length === 0) return
    if (last !== undefined && isShown(last)) first = last = undefined
    else if (isShown(first)) first = last
    if (isLate()) log.warn({ seconds: Math.round(unprojectedMs() / 1_000) }, 'nobody projects what is saved')
  }
  const unprojectedMs = () => (first === undefined ? 0 : performance.now() - first.at)
  const isLate = () => unprojectedMs() > UNPROJECTED_MS

  await look()
  const timer = setInterval(
    () => void look().catch(error => log.debug({ err: error }, 'the event store could not be compared')),
    lookMs,
  )
  timer.unref()
  signal.addEventListener('abort', () => clearInterval(timer))

  new Gauge({
    name: 'lectern_unprojected_seconds',
    help: 'Seconds since the oldest save that lists lack; 0 where they have all',
    registers: [metrics],
    collect() {
      this.set(unprojectedMs() / 1_000)
    },
  })
  new Gauge({
    name: 'lectern_event_store_behind',
    help: '1 while the event store is behind the read models and no change is taken',
    registers: [metrics],
    collect() {
      this.set(Number(isBehind))
    },
  })

  const unlessBehind = async <T>(write: () => Promise<T>): Promise<T> => {
    if (isBehind) throw new StoreUnavailable(BEHIND)
    return write()
  }
  return {
    store: {
      ...store,
      append: (...given) =>
        unlessBehind(async () => {
          const appended = await store.append(...given)
          last = { position: appended.position, at: performance.now() }
          first ??= last
          return appended
        }),
      tombstone: stream => unlessBehind(() => store.tombstone(stream)),
      truncate: (stream, before) => unlessBehind(() => store.truncate(stream, before)),
    },
    isBehind: () => isBehind,
    unprojectedMs,
    alarms: () => [
      ...(isBehind ? [BEHIND] : []),
      ...(isLate()
        ? [`Nobody projects: lists lack what was saved ${Math.round(unprojectedMs() / 1_000)} s ago.`]
        : []),
    ],
  }
}
