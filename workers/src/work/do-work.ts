import { setTimeout as pause } from 'node:timers/promises'
import type { WorkKind } from '@lectern/contracts/work.ts'
import { isFinal, isOfClosedAccount } from '@lectern/platform/nats/request.ts'
import { isPostgresUnavailable } from '@lectern/platform/postgres/postgres.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { spanIn } from '@lectern/platform/process/tracing.ts'
import { RetryLater } from '@lectern/platform/work/retry-later.ts'
import type { Bell } from './bell.ts'
import { RENEW_MS, type Taken, type Wanted, type WorkTable } from './work-table.ts'

const MAX_FAILURES = 5
/** Rows become due while nobody tells, for example when the pause of a host ends. */
const LOOK_MS = 1_000
const TELL_MS = 5_000

const OUTAGE_MS = 2_000

/** @throws RetryLater while Postgres is away */
export async function waitForPostgres<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!isPostgresUnavailable(error)) throw error
    throw new RetryLater(OUTAGE_MS, 'Postgres is away', { cause: error })
  }
}

export type WorkOptions = {
  readonly table: WorkTable
  readonly bell: Bell
  readonly log: Log
  /** The kinds that the loop takes. */
  readonly kinds: readonly WorkKind[]
  /** Ends the loop. */
  readonly signal: AbortSignal
  /** Which rows have a turn now, the most urgent first. */
  readonly wanted: () => Iterable<Wanted>
  /**
   * Does the work. It is idempotent, since a row may come again.
   * @param look has the loop ask again what is wanted, before the work is done
   * @throws RetryLater where it has to wait
   */
  readonly work: (taken: Taken, look: () => void) => Promise<void>
}

/**
 * Takes rows and does their work until the signal aborts; resolves when the work under way is settled.
 * - A row goes when its work is done.
 * - When its work throws, a row comes again after 1, 2, 4 and 8 s.
 * - A row of an account that was closed goes.
 * - A row that failed 5 times, or that no repetition mends, stays with its reason, and nobody takes it.
 * - A row whose process dies comes again after 20 s.
 */
export async function doWork(options: WorkOptions): Promise<void> {
  const { table, bell, kinds, log, signal, wanted, work } = options
  await untilMade(options)
  let next = Promise.withResolvers<void>()
  const look = () => {
    next.resolve()
    next = Promise.withResolvers()
  }
  bell.onRing(kinds, look)
  const held = new Map<string, { taken: Taken; settled: Promise<void> }>()
  const toldAt = new Map<WorkKind, number>()
  const renewing = setInterval(() => {
    const rows = Array.from(held.values(), ({ taken }) => taken)
    if (rows.length > 0)
      void table.renew(rows).catch(error => log.debug({ err: error }, 'leases were not renewed'))
  }, RENEW_MS)

  const done = async (taken: Taken) => {
    await table.done(taken)
    const { kind } = taken
    if ((toldAt.get(kind) ?? 0) > Date.now() - TELL_MS) return
    toldAt.set(kind, Date.now())
    await table.goesOn(kind)
  }
  const settle = async (taken: Taken, error: unknown): Promise<void> => {
    const { kind, key, failures } = taken
    if (signal.aborted) return table.later(taken, 0)
    if (error instanceof RetryLater) return table.later(taken, error.delayMs)
    if (isOfClosedAccount(error)) {
      log.info({ kind, key }, 'work of a closed account was dropped')
      return done(taken)
    }
    if (failures + 1 < MAX_FAILURES && !isFinal(error)) {
      log.warn({ err: error, kind, key, failures }, 'work failed and will be tried again')
      return table.later(taken, 1_000 * 2 ** failures, failures + 1)
    }
    const reason = error instanceof Error ? error.message : String(error)
    await table.fail(taken, reason.replace(/[\s\0]+/g, ' ').slice(0, 500))
    log.error({ err: error, kind, key }, 'work failed for good')
  }
  const begin = (taken: Taken) => {
    const id = `${taken.kind}/${taken.key}`
    // A lease ended while Postgres was away.
    if (held.has(id)) return
    const doing = async () => {
      try {
        // The row was being taken when the signal aborted.
        if (signal.aborted) await table.later(taken, 0)
        else
          await work(taken, look).then(
            () => done(taken),
            error => settle(taken, error),
          )
      } catch (error) {
        log.warn({ err: error, kind: taken.kind }, 'a row comes again later')
      } finally {
        held.delete(id)
        look()
      }
    }
    const { traceparent } = (taken.job ?? {}) as { traceparent?: unknown }
    const what = { name: `work ${taken.kind}`, kind: 'consumer' } as const
    held.set(id, { taken, settled: spanIn([traceparent], what, doing) })
  }
  const takeSome = async (): Promise<boolean> => {
    for (const each of wanted()) {
      const rows = await table.take(each)
      for (const row of rows) begin(row)
      if (rows.length > 0) return true
    }
    return false
  }

  while (!signal.aborted) {
    const told = next.promise
    try {
      if (await takeSome()) continue
    } catch (error) {
      log.warn({ err: error }, 'no work can be taken')
    }
    const waking = new AbortController()
    const waiting = pause(LOOK_MS, undefined, { signal: AbortSignal.any([signal, waking.signal]) })
    await Promise.race([told, waiting]).catch(() => {})
    waking.abort()
    await waiting.catch(() => {})
  }
  await Promise.all(Array.from(held.values(), ({ settled }) => settled))
  clearInterval(renewing)
}

async function untilMade({ table, log, signal }: WorkOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      return await table.made(log, signal)
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'no work can be taken')
      await pause(LOOK_MS, undefined, { signal }).catch(() => {})
    }
  }
}
