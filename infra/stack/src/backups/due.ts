const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS
/** After a failure. */
const AGAIN_MS = HOUR_MS
/** A drill that begins a little earlier each week would move through the day. */
const SLACK_MS = HOUR_MS

export type LastRuns = {
  /** When the last one began, and the last one that succeeded. */
  readonly begun: Date | undefined
  readonly succeeded: Date | undefined
}

/** Whether a backup is due: since the last time of day that is set none has succeeded. @param at such as 03:30 */
export const isBackupDue = (now: Date, at: string, { begun, succeeded }: LastRuns): boolean => {
  const [hours, minutes] = at.split(':').map(Number)
  const last = new Date(now)
  last.setHours(hours ?? 0, minutes ?? 0, 0, 0)
  if (last > now) last.setDate(last.getDate() - 1)
  if (succeeded !== undefined && succeeded >= last) return false
  return mayTry(now, begun)
}

/** Whether a drill is due: none has succeeded for a week. */
export const isDrillDue = (now: Date, { begun, succeeded }: LastRuns): boolean =>
  (succeeded === undefined || now.getTime() - succeeded.getTime() >= WEEK_MS - SLACK_MS) && mayTry(now, begun)

const mayTry = (now: Date, begun: Date | undefined): boolean =>
  begun === undefined || now.getTime() - begun.getTime() >= AGAIN_MS
