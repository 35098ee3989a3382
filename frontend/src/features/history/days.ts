import { formatDate } from '../../lib/format.ts'

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long' })
const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const month = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })

/** A moment's day on the person's clock, as a number for each day. */
export const dayOf = (iso: string | Date): number => new Date(iso).setHours(0, 0, 0, 0)

/** 'Today', 'Yesterday' or 'Jul 3, 2026', and a quieter word beside it. */
export const nameOfDay = (iso: string, now: Date): { name: string; beside: string } => {
  const day = dayOf(iso)
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  const date = formatDate(iso) ?? ''
  if (day === dayOf(now)) return { name: 'Today', beside: date }
  if (day === dayOf(yesterday)) return { name: 'Yesterday', beside: date }
  return { name: date, beside: weekday.format(new Date(iso)) }
}

/** '9:41 AM' */
export const formatTime = (iso: string): string => time.format(new Date(iso))

/** 'July' of '2026-07' */
export const nameOfMonth = (yearMonth: string): string =>
  month.format(new Date(`${yearMonth}-01T00:00:00.000Z`))

/** 'July 2026' */
export const fullNameOfMonth = (yearMonth: string): string =>
  `${nameOfMonth(yearMonth)} ${yearMonth.slice(0, 4)}`
