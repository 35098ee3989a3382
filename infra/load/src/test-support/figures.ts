import type { Figures } from '../capacity/tables.ts'
import type { Cost } from '../day/cost.ts'
import type { Run } from '../walls/groups.ts'

// Round figures that nobody measured.

export const COST: Cost = {
  requests: 180,
  writes: 90,
  events: { library: 18, notebook: 8, article: 10 },
  rows: 720,
  commits: 300,
  bytes: { events: 50_000, readModels: 500_000, content: 400_000, rest: 50_000 },
  wal: 2_000_000,
  cpu: { gateway: 1, projectors: 0.4, workers: 0.8, 'event-store': 0.2, postgres: 1.1, nats: 0.1 },
}

const run = (groups: number, eventsPerSecond: number): Run => ({
  ...{ groups, eventsPerSecond, seconds: 10, rowsPerSecond: 40_000 },
  cores: { projectors: 1, postgres: 1, eventStore: 0 },
})

export const WALLS: Figures['walls'] = {
  ...{ events: 300, articleEvents: 100, differences: [] },
  live: [run(1, 3_000), run(2, 5_000)],
  fill: [run(1, 6_000), run(2, 9_000)],
  saves: { oneLibrary: 500, manyLibraries: 900, log: 4_000 },
}

/** A stack whose gateway takes this share of a core at rest. */
export const restWith = (gateway: number): Figures['day']['rest'] => ({
  ...{ rows: 0, commits: 0, wal: 0 },
  cpu: { gateway, projectors: 0, workers: 0, 'event-store': 0, postgres: 0, nats: 0 },
})

export const FIGURES: Figures = {
  day: {
    ...{ minutes: 30, people: 50, cost: COST, rest: restWith(0.2) },
    answers: { count: 9_000, failed: 0, p50: 4, p99: 20, max: 90 },
    verdicts: [{ name: 'Memory of gateway', levelsOff: true, says: 'Memory of gateway levels off' }],
  },
  walls: WALLS,
}
