import { randomUUID } from 'node:crypto'
import { type AppendExpectedRevision, type JSONType, jsonEvent } from '@eventstore/db-client'
import type { NewEvent } from '@lectern/platform/event-store/port.ts'
import pg from 'pg'
import type { BenchParts } from '../bench-parts.ts'
import { catchUp } from '../limits/bare-catch-up.ts'
import { insertMany, insertOne, prepareBareInserts } from '../limits/bare-inserts.ts'
import { keepInFlight, type Pace } from '../measure/in-flight.ts'
import { type Line, milliseconds, percent, rate, times } from '../measure/report.ts'
import { inTurn, medianOf } from '../measure/rounds.ts'
import { lanesPass } from '../world/caught-up.ts'
import { linkSaved } from '../world/events.ts'
import { holding } from '../world/holding.ts'

const ROUNDS = 3
const SECONDS = 2
const WARM_UPS = 4
const BATCH = 500
const CATCH_UP = 200_000
const PATIENCE = 120_000

/**
 * Compares the event store through its client with INSERTs through pg into a table of events. Projectors are held, because
 * nothing follows the INSERTs either.
 */
export const eventStoreLines = async (parts: BenchParts): Promise<Line[]> => {
  const { pool, stack, store } = parts
  await prepareBareInserts(pool)
  const one = new pg.Pool({ connectionString: stack.databaseUrl, max: 1 })
  const insert = (through: pg.Pool, lanes: number) => () => {
    const run = randomUUID()
    return keepInFlight(lanes, SECONDS, (lane, n) => insertOne(through, `${run}-${lane}`, n, event(n)))
  }
  const rounds = {
    insertsAt64: insert(one, 64),
    insertsPooled: insert(pool, 64),
    appendsAt64: () => append(parts, 64, 1),
    insertsAlone: insert(one, 1),
    appendsAlone: () => append(parts, 1, 1),
    insertsBatched: () => {
      const run = randomUUID()
      return keepInFlight(1, SECONDS, (_, n) => insertMany(one, run, n * BATCH, batch(BATCH)))
    },
    appendsBatched: () => append(parts, 1, BATCH),
  }
  const results = await holding(stack, 'projectors', async () => {
    // The store and its client have just started, so V8 must optimise their code first. Postgres needs no warm-up.
    for (let n = 0; n < WARM_UPS; n++) await append(parts, 64, 1)
    return inTurn(ROUNDS, rounds)
  })
  await lanesPass(pool, await store.end(), () => true, PATIENCE)
  const { followed } = await inTurn(ROUNDS, { followed: () => append(parts, 64, 1) })
  await one.end()
  await lanesPass(pool, await store.end(), () => true, PATIENCE)

  const perSecond = (paces: readonly Pace[]) => medianOf(paces, pace => pace.perSecond)
  const appends = perSecond(results.appendsAt64)
  const inserts = perSecond(results.insertsAt64)
  const p50 = (paces: readonly Pace[]) => medianOf(paces, pace => pace.p50)
  return [
    {
      measure: '(c) single appends, 64 in flight; limit: INSERTs, 64 in flight through one connection',
      ours: rate(appends),
      limit: rate(inserts),
      ratio: times(appends / inserts),
      required: 'at least × 1.5',
      ok: appends / inserts >= 1.5,
    },
    compare(
      '    single appends, 64 in flight; limit: INSERTs through a pool of 16 connections',
      results.appendsAt64,
      results.insertsPooled,
    ),
    {
      measure: '    single appends, 64 in flight, while projectors follow',
      ours: rate(perSecond(followed)),
      ratio: percent(perSecond(followed) / appends),
    },
    compare('    single appends one after another', results.appendsAlone, results.insertsAlone),
    {
      measure: '    single appends one after another, p50',
      ours: milliseconds(p50(results.appendsAlone)),
      limit: milliseconds(p50(results.insertsAlone)),
      ratio: times(p50(results.appendsAlone) / p50(results.insertsAlone)),
    },
    compare(`    ${BATCH} events an append, events/s`, results.appendsBatched, results.insertsBatched, BATCH),
    await catchUpLine(parts),
  ]
}

const compare = (measure: string, ours: readonly Pace[], limit: readonly Pace[], size = 1): Line => {
  const mine = medianOf(ours, pace => pace.perSecond) * size
  const bare = medianOf(limit, pace => pace.perSecond) * size
  return { measure, ours: rate(mine), limit: rate(bare), ratio: percent(mine / bare) }
}

const event = (n: number): NewEvent =>
  linkSaved({ linkId: n + 1, url: `http://127.0.0.1/${n}`, name: `bare-${n}` })
const batch = (size: number): NewEvent[] => Array.from({ length: size }, (_, n) => event(n))

const toClient = ({ id, type, data, metadata }: NewEvent) =>
  jsonEvent({ id, type, data: data as JSONType, metadata })

/** Appends `size` events at a time, each at the revision that the lane's last append returned. */
const append = ({ client }: BenchParts, lanes: number, size: number): Promise<Pace> => {
  const run = randomUUID()
  const revisions: AppendExpectedRevision[] = Array.from({ length: lanes }, () => 'no_stream')
  return keepInFlight(lanes, SECONDS, async lane => {
    const events = batch(size).map(toClient)
    const expectedRevision = revisions[lane] ?? 'no_stream'
    const answer = await client.appendToStream(`bench_append-${run}-${lane}`, events, { expectedRevision })
    revisions[lane] = answer.nextExpectedRevision
  })
}

const catchUpLine = async (parts: BenchParts): Promise<Line> => {
  await fillUpTo(parts, CATCH_UP)
  const rates = await inTurn(2, { catchUp: () => catchUp(parts.client, CATCH_UP) })
  const perSecond = medianOf(rates.catchUp, value => value)
  return {
    measure: `    catch-up of ${CATCH_UP.toLocaleString('en')} events`,
    ours: rate(perSecond),
    required: 'at least 25,000/s',
    ok: perSecond >= 25_000,
  }
}

/** Appends until `$all` holds at least that many events. */
const fillUpTo = async ({ pool, client }: BenchParts, count: number): Promise<void> => {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM event_store.events',
  )
  const stream = `bench_fill-${randomUUID()}`
  for (let have = rows[0]?.count ?? 0; have < count; have += BATCH)
    await client.appendToStream(stream, batch(BATCH).map(toClient))
}
