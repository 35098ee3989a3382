import type { Day } from '../day/run-day.ts'
import { PLACES_A_READ, ROWS_AN_IMPORT, TYPICAL_DAY } from '../day/typical-day.ts'
import type { Run } from '../walls/groups.ts'
import type { Walls } from '../walls/run-walls.ts'
import {
  BUSY_SHARE,
  bytesOf,
  CORES_A_MACHINE,
  cpuOf,
  eventsOf,
  fitsOn,
  PEAK_SHARE,
  sizeFor,
  wallsOf,
  whole,
} from './model.ts'

/** What docs/capacity.json keeps of the last measurement. */
export type Figures = {
  readonly day: Pick<Day, 'minutes' | 'people' | 'cost' | 'rest' | 'answers' | 'verdicts'>
  readonly walls: Walls
}

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')

const digits = (value: number): string =>
  value >= 100 ? whole(value) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
const kilobytes = (bytes: number): string => `${whole(bytes / 1_000)} kB`
const terabytes = (bytes: number): string => `${digits(bytes / 1e12)} TB`
/** No figure of a model is known better than to two digits. */
const about = (value: number): string => Number(value.toPrecision(2)).toLocaleString('en')

const typicalDay = (): string => {
  const d = TYPICAL_DAY
  return table(
    ['a day of one person', 'times'],
    [
      ['the app opened: session, counts, collections, tags, first list', `${d.open}`],
      ['another list of 50 links', `${d.list}`],
      ['a search', `${d.search}`],
      ['a link saved, whose page nobody else saves', `${d.save}`],
      [`an article read, with its notes, and the place sent ${PLACES_A_READ} times`, `${d.read}`],
      ['a highlight', `${d.highlight}`],
      ['a note', `${d.note}`],
      ['a link archived; made a favourite', `${d.archive}; ${d.favorite}`],
      [`a file of ${ROWS_AN_IMPORT} links imported`, 'once in 7 days'],
    ],
  )
}

const costTable = ({ day: { cost } }: Figures): string => {
  const { events, bytes, cpu } = cost
  return table(
    ['a day of one person', 'measured'],
    [
      ['requests', `${digits(cost.requests)}, of which ${digits(cost.writes)} write`],
      [
        'events',
        `${digits(eventsOf(cost))}: library ${digits(events.library)}, notebook ${digits(events.notebook)}, article ${digits(events.article)}`,
      ],
      ['rows written, those of events included', whole(cost.rows)],
      ['commits', whole(cost.commits)],
      [
        'bytes in Postgres',
        `${kilobytes(bytesOf(cost))}: read models ${kilobytes(bytes.readModels)}, contents ${kilobytes(bytes.content)}, events ${kilobytes(bytes.events)}, the rest ${kilobytes(bytes.rest)}`,
      ],
      ["bytes in Postgres' own log (WAL)", kilobytes(cost.wal)],
      [
        'seconds of a core',
        `${digits(cpuOf(cost))}: gateway ${digits(cpu.gateway)}, Postgres ${digits(cpu.postgres)}, workers ${digits(cpu.workers)}, projectors ${digits(cpu.projectors)}, event store ${digits(cpu['event-store'])}, NATS ${digits(cpu.nats)}`,
      ],
    ],
  )
}

const PEOPLE = [10_000, 100_000, 1_000_000]

const sizes = ({ day: { cost } }: Figures): string => {
  const all = PEOPLE.map(people => sizeFor(people, cost))
  const row = (name: string, of: (size: (typeof all)[number]) => string) => [name, ...all.map(of)]
  return table(
    ['people', ...PEOPLE.map(whole)],
    [
      row('requests/s', ({ requests }) => about(requests)),
      row('writes/s', ({ writes }) => about(writes)),
      row('events/s, each projected once', ({ events }) => about(events)),
      row("rows/s of Postgres' writes", ({ rows }) => about(rows)),
      row('busy cores: gateways', ({ cores }) => digits(cores.gateway)),
      row('workers', ({ cores }) => digits(cores.workers)),
      row('projectors', ({ cores }) => digits(cores.projectors)),
      row('Postgres with the log', ({ cores }) => digits(cores.postgres)),
      row(`machines of ${CORES_A_MACHINE} cores`, ({ machines }) => whole(machines)),
      row('tables after a year', ({ bytesAYear }) => terabytes(bytesAYear.all)),
      row('of which contents', ({ bytesAYear }) => terabytes(bytesAYear.content)),
      row('of which events', ({ bytesAYear }) => terabytes(bytesAYear.events)),
    ],
  )
}

const wallTable = ({ day, walls }: Figures): string =>
  table(
    ['wall', 'it bears', 'people until then'],
    wallsOf(day.cost, walls).map(({ name, bears, people, measured }) => [
      name,
      measured ? bears : `${bears} (assumed)`,
      about(people),
    ]),
  )

const groupTable = ({ walls }: Figures): string => {
  const rows = (kind: string, runs: readonly Run[]) =>
    runs.map(run => [
      `${kind}, ${run.groups} ${run.groups === 1 ? 'group' : 'groups'}`,
      whole(run.eventsPerSecond),
      `${(run.eventsPerSecond / (runs[0]?.eventsPerSecond ?? 1)).toFixed(2)} times`,
      whole(run.rowsPerSecond),
      `${run.cores.projectors.toFixed(2)} + ${run.cores.postgres.toFixed(2)} + ${run.cores.eventStore.toFixed(2)}`,
    ])
  return table(
    ['', 'events/s', 'of one', 'rows/s', 'busy cores: projectors + Postgres + event store'],
    [...rows('at work', walls.live), ...rows('a rebuild', walls.fill)],
  )
}

const twoCores = ({ day: { cost, rest } }: Figures): string => {
  const people = fitsOn(2, cost, rest)
  const { requests } = sizeFor(people, cost)
  const atRest = Object.values(rest.cpu).reduce((a, b) => a + b, 0)
  return `With ${PEAK_SHARE * 100} % of a day's acts in the busiest hour, and ${BUSY_SHARE * 100} % of the cores busy then, two cores serve about **${about(people)} people**, with ${about(requests)} requests/s in the busiest hour. At rest the stack takes ${digits(atRest)} of a core.`
}

const rows = ({ walls }: Figures): string => {
  const share = Math.round((walls.articleEvents / walls.events) * 100)
  const equal =
    walls.differences.length === 0
      ? 'The rows of all groups together were those of one projector.'
      : `Rows differed: ${walls.differences.join('; ')}.`
  return `The log had ${whole(walls.events)} events, ${share} % of them of articles. ${equal}`
}

const PICTURE = '![Curves of memory, file handles, tables, events, lag and latency over the day](day.svg)'

const curve = ({ day }: Figures): string => {
  const missed = day.verdicts.filter(({ levelsOff }) => !levelsOff)
  const outcome =
    missed.length === 0
      ? `All ${day.verdicts.length} curves level off.`
      : `Of ${day.verdicts.length} curves ${missed.length} did not level off: ${missed.map(({ says }) => says).join('; ')}.`
  const { count, failed, p50, p99 } = day.answers
  return `${day.people} people lived through a day in ${digits(day.minutes)} minutes: ${whole(count)} requests, ${failed} failed, p50 ${digits(p50)} ms, p99 ${digits(p99)} ms. ${outcome}\n\n${PICTURE}`
}

/** The parts of the pages that are made from the figures, by their names. */
export const PARTS: Readonly<Record<string, (figures: Figures) => string>> = {
  'typical-day': typicalDay,
  cost: costTable,
  'two-cores': twoCores,
  sizes,
  walls: wallTable,
  groups: groupTable,
  rows,
  curve,
}

const MARKED = /(<!-- measured: ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g
const NOT_YET = 'Not measured yet: `make capacity` writes it.'

/** The page with its marked parts made anew. Without figures they say so. @throws Error for an unknown part */
export const fillPage = (page: string, figures: Figures | undefined): string =>
  page.replace(MARKED, (_, begin: string, name: string, end: string) => {
    const part = PARTS[name]
    if (part === undefined) throw new Error(`No part of a page is named ${name}`)
    return `${begin}${figures ? part(figures) : NOT_YET}\n${end}`
  })
