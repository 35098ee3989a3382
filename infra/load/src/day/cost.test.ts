import { expect, test } from 'vitest'
import { costOf, restOf } from './cost.ts'
import { curvesOf } from './curves.ts'
import { judge } from './levels-off.ts'
import type { Sample } from './sample.ts'

/** A stack at so many seconds, with so many events and seconds of the gateway's core. */
const sample = (at: number, events: number, cpu: number, gateway = 100_000_000): Sample => ({
  at,
  processes: { gateway: { bytes: gateway, handles: 40, cpu } },
  tables: { 'event_store.events': events * 1_000, 'read_v1.links': events * 2_000, 'content.documents': 0 },
  events,
  eventsOf: { library: events },
  rows: events * 10,
  commits: events + 5 * at,
  wal: events * 100,
  behind: { projections: 0, reactions: 0 },
  answers: { count: 1, p50: 5, p99: 9, max: 9, failed: 0 },
})

test('what runs at rest is no cost of the people', () => {
  const rest = restOf(sample(-100, 0, 10), sample(0, 0, 15))
  expect(rest.cpu.gateway).toBeCloseTo(0.05)
  expect(rest.commits).toBeCloseTo(5)
  const cost = costOf({
    ...{ before: sample(0, 0, 15), after: sample(1_000, 200, 85), people: 10, rest },
    kinds: { list: 400, save: 80, place: 20 },
  })
  // 70 s of a core, 50 of them at rest, for ten people.
  expect(cost.cpu.gateway).toBeCloseTo(2)
  expect(cost.commits).toBeCloseTo(20)
  expect(cost).toMatchObject({ requests: 50, writes: 10, rows: 200, wal: 2_000 })
  expect(cost.events).toEqual({ library: 20, notebook: 0, article: 0 })
  expect(cost.bytes).toEqual({ events: 20_000, readModels: 40_000, content: 0, rest: 0 })
})

const day = (gateway: (at: number) => number): Sample[] =>
  Array.from({ length: 180 }, (_, n) => sample(n * 10, n * 30, n, gateway(n * 10)))
const missed = (samples: readonly Sample[]) =>
  curvesOf(samples)
    .map(judge)
    .flatMap(({ name, levelsOff }) => (levelsOff ? [] : [name]))

test('tables that grow with the events level off, and a gateway that leaks does not', () => {
  expect(missed(day(() => 100_000_000))).toEqual([])
  expect(missed(day(at => 100_000_000 + at * 40_000))).toEqual(['Memory of gateway'])
})
