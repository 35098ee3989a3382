import type { Cost, Part, Rest } from '../day/cost.ts'
import type { Walls } from '../walls/run-walls.ts'

/** Share of a day's acts in its busiest hour. An assumption: people read in the evening, in several time zones. */
export const PEAK_SHARE = 0.1
/** Share of the cores that may be busy in that hour, so that answers stay fast. */
export const BUSY_SHARE = 0.6
/** Cores of the machine that the model counts. */
export const CORES_A_MACHINE = 8
/** Cores of the largest machine that Postgres is given before its data are divided. */
export const POSTGRES_CORES = 32
/** Bytes of tables in one Postgres that still can be restored and moved in hours. */
export const POSTGRES_BYTES = 10e12
const HOUR = 3_600
const DAYS = 365

/** What happens in a second of the busiest hour. Every account is one that is used every day. */
const perSecond = (aDay: number, people: number) => (people * aDay * PEAK_SHARE) / HOUR

export const eventsOf = ({ events }: Cost): number => events.library + events.notebook + events.article
export const bytesOf = ({ bytes }: Cost): number =>
  bytes.events + bytes.readModels + bytes.content + bytes.rest
export const cpuOf = ({ cpu }: Cost): number => Object.values(cpu).reduce((a, b) => a + b, 0)

/** People whom so many cores serve, beside what the stack takes at rest. */
export const fitsOn = (cores: number, cost: Cost, rest: Rest): number => {
  const atRest = Object.values(rest.cpu).reduce((a, b) => a + b, 0)
  return Math.max(0, cores * BUSY_SHARE - atRest) / perSecond(cpuOf(cost), 1)
}

export type Size = {
  readonly people: number
  readonly requests: number
  readonly writes: number
  readonly events: number
  readonly rows: number
  /** Cores that are busy, by what they run. */
  readonly cores: {
    readonly gateway: number
    readonly workers: number
    readonly projectors: number
    readonly postgres: number
  }
  readonly machines: number
  readonly bytesAYear: { readonly all: number; readonly content: number; readonly events: number }
}

/** What so many people need in the busiest hour, and after a year. The event store counts to Postgres, where its events are. */
export const sizeFor = (people: number, cost: Cost): Size => {
  const busy = (...parts: Part[]) => parts.reduce((sum, part) => sum + perSecond(cost.cpu[part], people), 0)
  const cores = {
    gateway: busy('gateway', 'nats'),
    workers: busy('workers'),
    projectors: busy('projectors'),
    postgres: busy('postgres', 'event-store'),
  }
  const all = Object.values(cores).reduce((a, b) => a + b, 0)
  const year = people * DAYS
  return {
    ...{ people, cores },
    requests: perSecond(cost.requests, people),
    writes: perSecond(cost.writes, people),
    events: perSecond(eventsOf(cost), people),
    rows: perSecond(cost.rows, people),
    machines: Math.ceil(all / (CORES_A_MACHINE * BUSY_SHARE)),
    bytesAYear: {
      all: bytesOf(cost) * year,
      content: cost.bytes.content * year,
      events: cost.bytes.events * year,
    },
  }
}

export type Wall = {
  readonly name: string
  /** What it bears, in words. */
  readonly bears: string
  readonly people: number
  readonly measured: boolean
}

/** What stops growth, the nearest first. */
export const wallsOf = (cost: Cost, { saves, live, fill }: Walls): Wall[] => {
  const [leader] = live
  const rows = Math.max(...[...live, ...fill].map(run => run.rowsPerSecond))
  const events = leader?.eventsPerSecond ?? 0
  const second = (value: number, of: string) => `${whole(value)} ${of}/s`
  const postgres = cost.cpu.postgres + cost.cpu['event-store']
  const walls = [
    {
      name: "The projectors' leader",
      bears: second(events, 'events'),
      people: events / perSecond(eventsOf(cost), 1),
      measured: true,
    },
    {
      name: 'The log, an event in each append',
      bears: second(saves.log, 'appends'),
      people: saves.log / perSecond(eventsOf(cost), 1),
      measured: true,
    },
    {
      name: "Postgres' writes",
      bears: second(rows, 'rows'),
      people: rows / perSecond(cost.rows, 1),
      measured: true,
    },
    {
      name: `Postgres' processor, ${POSTGRES_CORES} cores`,
      bears: `${whole(BUSY_SHARE * 100)} % of them busy`,
      people: (POSTGRES_CORES * BUSY_SHARE) / perSecond(postgres, 1),
      measured: false,
    },
    {
      name: "Postgres' disk, after a year",
      bears: `${POSTGRES_BYTES / 1e12} TB`,
      people: POSTGRES_BYTES / (bytesOf(cost) * DAYS),
      measured: false,
    },
    {
      name: "One library's stream, where all are in one library",
      bears: `${second(saves.oneLibrary, 'saves')}, where many libraries take ${whole(saves.manyLibraries)}`,
      people: saves.oneLibrary / perSecond(cost.events.library, 1),
      measured: true,
    },
  ]
  return walls.toSorted((a, b) => a.people - b.people)
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en')
