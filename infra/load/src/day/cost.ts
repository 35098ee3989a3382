import { bytesIn, tableBytes } from './curves.ts'
import type { Sample } from './sample.ts'

const PARTS = ['gateway', 'projectors', 'workers', 'event-store', 'postgres', 'nats'] as const
export type Part = (typeof PARTS)[number]

/** What a day of one person costs. The share of what runs at rest is taken out. */
export type Cost = {
  readonly requests: number
  readonly writes: number
  readonly events: { readonly library: number; readonly notebook: number; readonly article: number }
  /** Rows inserted, changed and deleted, those of events included. */
  readonly rows: number
  readonly commits: number
  /** Bytes of tables with their indexes. */
  readonly bytes: {
    readonly events: number
    readonly readModels: number
    readonly content: number
    readonly rest: number
  }
  /** Bytes written to Postgres' log. */
  readonly wal: number
  /** Seconds of a core. */
  readonly cpu: Readonly<Record<Part, number>>
}

/** What the stack does each second with nobody there. */
export type Rest = {
  /** Shares of a core. */
  readonly cpu: Readonly<Record<Part, number>>
  readonly rows: number
  readonly commits: number
  readonly wal: number
}

/** Events, read models and contents. */
const SCHEMAS = [/^event_store\./, /^read_v/, /^content\./] as const
const WRITES = ['save', 'place', 'highlight', 'note', 'archive', 'favorite']

const cpuOf = (part: Part, { processes }: Sample) => processes[part]?.cpu ?? 0
const forParts = (figure: (part: Part) => number) =>
  Object.fromEntries(PARTS.map(part => [part, figure(part)])) as Record<Part, number>

export const restOf = (first: Sample, last: Sample): Rest => {
  const perSecond = (figure: (sample: Sample) => number) =>
    (figure(last) - figure(first)) / (last.at - first.at)
  return {
    cpu: forParts(part => perSecond(sample => cpuOf(part, sample))),
    rows: perSecond(({ rows }) => rows),
    commits: perSecond(({ commits }) => commits),
    wal: perSecond(({ wal }) => wal),
  }
}

type Measured = {
  /** When the day begins. */
  readonly before: Sample
  /** Once all that the day led to is done. */
  readonly after: Sample
  readonly people: number
  readonly rest: Rest
  /** Requests of all people by their kind. */
  readonly kinds: Readonly<Record<string, number>>
}

export const costOf = ({ before, after, people, rest, kinds }: Measured): Cost => {
  const seconds = after.at - before.at
  const each = (figure: (sample: Sample) => number) => (figure(after) - figure(before)) / people
  const eachBeyondRest = (figure: (sample: Sample) => number, atRest: number) =>
    Math.max(0, each(figure) - (atRest * seconds) / people)
  const inSchemas = (pattern: RegExp) => each(sample => bytesIn(sample, pattern))
  const asked = (wanted: (kind: string) => boolean) =>
    Object.entries(kinds).reduce((sum, [kind, count]) => sum + (wanted(kind) ? count : 0), 0) / people
  const [events, readModels, content] = SCHEMAS.map(inSchemas) as [number, number, number]
  return {
    requests: asked(() => true),
    writes: asked(kind => WRITES.includes(kind)),
    events: {
      library: each(({ eventsOf }) => eventsOf.library ?? 0),
      notebook: each(({ eventsOf }) => eventsOf.notebook ?? 0),
      article: each(({ eventsOf }) => eventsOf.article ?? 0),
    },
    rows: eachBeyondRest(({ rows }) => rows, rest.rows),
    commits: eachBeyondRest(({ commits }) => commits, rest.commits),
    bytes: { events, readModels, content, rest: each(tableBytes) - events - readModels - content },
    wal: eachBeyondRest(({ wal }) => wal, rest.wal),
    cpu: forParts(part => eachBeyondRest(sample => cpuOf(part, sample), rest.cpu[part])),
  }
}
