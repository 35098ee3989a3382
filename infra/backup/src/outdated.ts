import { timeOf } from './manifest.ts'

/** A backup is kept for each of so many days, weeks (from Monday) and months that have one. */
const KEPT = [
  { count: 7, periodOf: (time: Date) => time.toISOString().slice(0, 10) },
  { count: 4, periodOf: (time: Date) => mondayOf(time).toISOString().slice(0, 10) },
  { count: 12, periodOf: (time: Date) => time.toISOString().slice(0, 7) },
]

const mondayOf = (time: Date): Date => {
  const monday = new Date(time)
  monday.setUTCDate(time.getUTCDate() - ((time.getUTCDay() + 6) % 7))
  return monday
}

/** Those that somebody took by hand, as before an upgrade, are kept for at least two days. */
const ALL_MS = 48 * 3_600_000

/** The backups that are not kept: of each period the newest one is. @param names all backups, the oldest first */
export const outdated = (names: readonly string[], now: Date): string[] => {
  const kept = new Set(names.filter(name => now.getTime() - timeOf(name).getTime() < ALL_MS))
  for (const { count, periodOf } of KEPT) {
    const newest = new Map(names.map(name => [periodOf(timeOf(name)), name]))
    for (const name of [...newest.values()].slice(-count)) kept.add(name)
  }
  return names.filter(name => !kept.has(name))
}
