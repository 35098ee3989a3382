import type { Curve, Point } from './levels-off.ts'
import type { Sample } from './sample.ts'

/** Bytes that an event may leave in the memory of a process: a link in a folded library has some 300 (docs/decisions/0083). */
const MEMORY_AN_EVENT = 1_000
const MEMORY_SHARE = 0.05
/** Bytes; a heap breathes by more than this between two collections. */
const MEMORY_FLOOR = 8_000_000
/** Connections come and go, and each of Postgres' opens the tables that it meets. */
const HANDLES_SHARE = 0.05
const HANDLES_FLOOR = 8
/** Events on their way. */
const BEHIND_FLOOR = 20
/** Latencies in ms, on a machine that other work may share. */
const LATENCY_SHARE = 0.5
const LATENCY_FLOOR = 20
const TABLE_SHARE = 0.25
const TABLE_FLOOR = 512_000
/** Tables that are judged by themselves, the largest first. */
const TABLES = 10

/** Everything that has to level off in a day of constant load. @param samples of the day alone */
export const curvesOf = (samples: readonly Sample[]): Curve[] => {
  const last = samples.at(-1)
  if (last === undefined) return []
  const [third] = samples.slice(Math.floor((samples.length * 2) / 3))
  const explained = (last.events - (third?.events ?? last.events)) * MEMORY_AN_EVENT
  const overTime = (y: (sample: Sample) => number): Point[] =>
    samples.map(sample => ({ x: sample.at, y: y(sample) }))
  const overEvents = (y: (sample: Sample) => number): Point[] =>
    samples.map(sample => ({ x: sample.events, y: y(sample) }))
  const level = (
    name: string,
    y: (sample: Sample) => number,
    share: number,
    floor: number,
    added = 0,
  ): Curve => ({
    ...{ kind: 'level', name, points: overTime(y), share, floor, explained: added },
  })
  const growth = (name: string, y: (sample: Sample) => number): Curve => ({
    ...{ kind: 'growth', name, points: overEvents(y), share: TABLE_SHARE, floor: TABLE_FLOOR },
  })
  const names = Object.keys(last.processes)
  return [
    ...names.flatMap(name => [
      level(`Memory of ${name}`, of => of.processes[name]?.bytes ?? 0, MEMORY_SHARE, MEMORY_FLOOR, explained),
      level(`File handles of ${name}`, of => of.processes[name]?.handles ?? 0, HANDLES_SHARE, HANDLES_FLOOR),
    ]),
    growth('Bytes of all tables', tableBytes),
    ...largestTables(last).map(name => growth(`Bytes of ${name}`, of => of.tables[name] ?? 0)),
    level('Events that projections are behind', of => of.behind.projections, 0, BEHIND_FLOOR),
    level('Events that reactions are behind', of => of.behind.reactions, 0, BEHIND_FLOOR),
    level('p50 of requests', of => of.answers.p50, LATENCY_SHARE, LATENCY_FLOOR),
  ]
}

export const tableBytes = ({ tables }: Sample): number => Object.values(tables).reduce((a, b) => a + b, 0)

/** Bytes of the tables whose `schema.table` matches. */
export const bytesIn = ({ tables }: Sample, pattern: RegExp): number =>
  Object.entries(tables).reduce((sum, [name, bytes]) => sum + (pattern.test(name) ? bytes : 0), 0)

export const largestTables = ({ tables }: Sample): string[] =>
  Object.entries(tables)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, TABLES)
    .map(([name]) => name)
