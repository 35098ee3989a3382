import { median } from '../measure/statistics.ts'

export type Point = { readonly x: number; readonly y: number }

/** A value over time, in seconds, that should stay where it is. */
type Level = {
  readonly kind: 'level'
  readonly name: string
  readonly points: readonly Point[]
  /** A rise up to this share of the level, or up to `floor`, is none. */
  readonly share: number
  readonly floor: number
  /** What the data that were added meanwhile explain. */
  readonly explained: number
}

/** A value over the number of events that should grow with them, and no faster. */
type Growth = {
  readonly kind: 'growth'
  readonly name: string
  /** x is the number of events. */
  readonly points: readonly Point[]
  readonly share: number
  /** A table grows by whole blocks, and is cleared now and then. */
  readonly floor: number
}

export type Curve = Level | Growth

export type Verdict = { readonly name: string; readonly levelsOff: boolean; readonly says: string }

/** The median of the slopes between all pairs of points: single peaks do not change it. */
export const slopeOf = (points: readonly Point[]): number => {
  const slopes: number[] = []
  for (const [n, a] of points.entries())
    for (const b of points.slice(n + 1)) if (b.x !== a.x) slopes.push((b.y - a.y) / (b.x - a.x))
  return slopes.length === 0 ? 0 : median(slopes)
}

const between = (points: readonly Point[], from: number, to: number) =>
  points.slice(Math.floor(points.length * from), Math.ceil(points.length * to))
const spanOf = (points: readonly Point[]) => (points.at(-1)?.x ?? 0) - (points[0]?.x ?? 0)

/** Judges the last third of a curve. */
export const judge = (curve: Curve): Verdict => {
  const last = between(curve.points, 2 / 3, 1)
  const rise = slopeOf(last) * spanOf(last)
  const allowed = curve.kind === 'level' ? allowedLevel(curve, last) : allowedGrowth(curve, last)
  const levelsOff = rise <= allowed
  const says = levelsOff
    ? `${curve.name} levels off`
    : `${curve.name} does not level off: it rose by ${short(rise)} in the last third, and ${short(allowed)} were allowed`
  return { name: curve.name, levelsOff, says }
}

const allowedLevel = ({ share, floor, explained }: Level, last: readonly Point[]): number =>
  Math.max(share * median(last.map(({ y }) => y)), floor) + explained

/** What as many events brought in the two thirds before. */
const allowedGrowth = ({ points, share, floor }: Growth, last: readonly Point[]): number => {
  const before = between(points, 0, 2 / 3)
  return slopeOf(before) * spanOf(last) * (1 + share) + floor
}

const short = (value: number): string => Number(value.toPrecision(3)).toLocaleString('en')
