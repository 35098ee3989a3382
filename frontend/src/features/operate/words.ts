import { countOf, formatCount } from '../../lib/format.ts'

/** '12 s', '5 min', '3 h', '2 days' */
export const duration = (seconds: number): string => {
  if (seconds < 90) return `${formatCount(Math.round(seconds))} s`
  if (seconds < 5_400) return `${formatCount(Math.round(seconds / 60))} min`
  if (seconds < 172_800) return `${formatCount(Math.round(seconds / 3_600))} h`
  return countOf(Math.round(seconds / 86_400), 'day')
}
