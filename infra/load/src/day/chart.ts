import { bytesIn, tableBytes } from './curves.ts'
import type { Day } from './run-day.ts'
import type { Sample } from './sample.ts'

type Line = { readonly name: string; readonly of: (sample: Sample) => number }
type Panel = { readonly title: string; readonly lines: readonly Line[] }

const PROCESSES = ['gateway', 'projectors', 'workers', 'event-store', 'postgres']
const MB = 1_000_000
const handlesOf = ({ processes }: Sample, name: string) => processes[name]?.handles ?? 0
const ofProcesses = (figure: (sample: Sample, name: string) => number): Line[] =>
  PROCESSES.map(name => ({ name, of: sample => figure(sample, name) }))
const PANELS: readonly Panel[] = [
  { title: 'Memory, MB', lines: ofProcesses(({ processes }, name) => (processes[name]?.bytes ?? 0) / MB) },
  { title: 'File handles', lines: ofProcesses(handlesOf).filter(({ name }) => name !== 'postgres') },
  {
    title: 'File handles of Postgres, all connections',
    lines: [{ name: 'postgres', of: sample => handlesOf(sample, 'postgres') }],
  },
  { title: 'Events in the log', lines: [{ name: 'events', of: ({ events }) => events }] },
  {
    title: 'Tables, MB',
    lines: [
      { name: 'read models', of: sample => bytesIn(sample, /^read_v/) / MB },
      { name: 'contents', of: sample => bytesIn(sample, /^content\./) / MB },
      { name: 'events', of: sample => bytesIn(sample, /^event_store\./) / MB },
    ],
  },
  {
    title: 'Tables, kB for each event',
    lines: [{ name: 'tables', of: sample => tableBytes(sample) / 1_000 / Math.max(1, sample.events) }],
  },
  {
    title: 'Events behind',
    lines: [
      { name: 'projections', of: ({ behind }) => behind.projections },
      { name: 'reactions', of: ({ behind }) => behind.reactions },
    ],
  },
  {
    title: 'Requests, ms',
    lines: [
      { name: 'p99', of: ({ answers }) => answers.p99 },
      { name: 'p50', of: ({ answers }) => answers.p50 },
    ],
  },
]

const [WIDTH, HEIGHT] = [400, 170]
const [LEFT, TOP, RIGHT, BOTTOM] = [44, 28, 92, 22]
const COLUMNS = 2
/** Distinct in both schemes, and for most people who see fewer colours. */
const STYLE = `<style>
  text { font: 11px sans-serif; fill: #333 } .title { font-weight: bold } .axis { stroke: #888; fill: none }
  path { fill: none; stroke-width: 1.5 }
  .l0 { stroke: #0072b2 } .l1 { stroke: #d55e00 } .l2 { stroke: #009e73 } .l3 { stroke: #a05090 } .l4 { stroke: #a07800 }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd } .l0 { stroke: #56b4e9 } .l1 { stroke: #f28e3c } .l2 { stroke: #2fc79b } .l3 { stroke: #d98cc0 } .l4 { stroke: #e0c040 }
  }
</style>`

/** A rounded number from `value` up, so that the axis ends at one. */
const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  return ([1, 2, 5, 10].find(step => step * power >= value) ?? 10) * power
}

const panelOf = ({ title, lines }: Panel, samples: readonly Sample[], place: number): string => {
  const [width, height] = [WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM]
  const seconds = samples.at(-1)?.at || 1
  const top = roundUp(Math.max(...lines.flatMap(({ of }) => samples.map(of))))
  const y = (value: number) => Math.round((TOP + height - (value / top) * height) * 10) / 10
  const x = (at: number) => Math.round((LEFT + (Math.max(0, at) / seconds) * width) * 10) / 10
  const ends = spread(lines.map(({ of }) => y(samples.at(-1) ? of(samples.at(-1) as Sample) : 0)))
  const drawn = lines.map(({ name, of }, n) => {
    const points = samples.map(sample => `${x(sample.at)} ${y(of(sample))}`).join('L')
    return `<path class="l${n}" d="M${points}"/><text x="${LEFT + width + 14}" y="${(ends[n] ?? 0) + 4}">${name}</text>
<path class="l${n}" d="M${LEFT + width + 3} ${ends[n]}h8"/>`
  })
  const [left, up] = [(place % COLUMNS) * WIDTH, Math.floor(place / COLUMNS) * HEIGHT]
  return `<g transform="translate(${left} ${up})"><text class="title" x="${LEFT}" y="16">${title}</text>
<path class="axis" d="M${LEFT} ${TOP}V${TOP + height}H${LEFT + width}"/>
<text x="${LEFT - 5}" y="${TOP + 6}" text-anchor="end">${top.toLocaleString('en')}</text><text x="${LEFT - 5}" y="${TOP + height}" text-anchor="end">0</text>
<text x="${LEFT}" y="${TOP + height + 15}">0</text><text x="${LEFT + width}" y="${TOP + height + 15}" text-anchor="end">24 h</text>
${drawn.join('\n')}</g>`
}

const GAP = 13

/** Moves names apart that would cover each other. */
const spread = (heights: readonly number[]): number[] => {
  const moved = [...heights]
  const fromTop = [...heights.keys()].toSorted((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0))
  let free = TOP
  for (const n of fromTop) {
    moved[n] = Math.max(moved[n] ?? 0, free)
    free = (moved[n] ?? 0) + GAP
  }
  let lowest = HEIGHT - BOTTOM + 2
  for (const n of fromTop.toReversed()) {
    moved[n] = Math.min(moved[n] ?? 0, lowest)
    lowest = (moved[n] ?? 0) - GAP
  }
  return moved.map(height => Math.round(height * 10) / 10)
}

/** The curves of a day as an SVG picture that is readable on a light and on a dark page. */
export const chartOf = ({
  samples,
  people,
  minutes,
}: Pick<Day, 'samples' | 'people' | 'minutes'>): string => {
  const height = Math.ceil(PANELS.length / COLUMNS) * HEIGHT
  const name = `A day of ${people} people in ${Math.round(minutes * 10) / 10} minutes: memory, handles, tables, lag and latency`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COLUMNS * WIDTH} ${height}" role="img" aria-label="${name}">
${STYLE}
${PANELS.map((panel, place) => panelOf(panel, samples, place)).join('\n')}
</svg>
`
}
