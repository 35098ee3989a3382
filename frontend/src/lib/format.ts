import { dateFormat } from '@lectern/contracts/dates.ts'
import { READING_SPEED } from '@lectern/contracts/limits.ts'

const shortDate = dateFormat()
const shortDay = dateFormat({ timeZone: 'UTC' })
const exact = dateFormat({ withTime: true })
const number = new Intl.NumberFormat('en-US')

/** Formats an ISO date or moment as 'Jul 3, 2026'; null for other text. A date without a time is the same day in every time zone. */
export const formatDate = (iso: string): string | null => {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return null
  return (/^\d{4}-\d{2}-\d{2}$/.test(iso) ? shortDay : shortDate).format(date)
}

/** Formats an ISO moment as 'Jul 3, 2026, 9:41 AM'. */
export const formatExact = (iso: string): string => exact.format(new Date(iso))

/** '1,284' */
export const formatCount = (count: number): string => number.format(count)

/** '1 saved link', '1,284 saved links' */
export const countOf = (count: number, singular: string, plural: string = `${singular}s`): string =>
  `${formatCount(count)} ${count === 1 ? singular : plural}`

/** Whole minutes, rounded up. */
export const readingMinutes = (words: number): number => Math.ceil(words / READING_SPEED)
