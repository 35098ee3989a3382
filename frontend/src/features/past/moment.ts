import { formatExact } from '../../lib/format.ts'

/** Moments in the address are in UTC; the picker and the sentences have the person's own time. */

/** 'May 1, 2024, 12:00 PM'; the text itself where it names no moment. */
export const sayMoment = (at: string): string => (Number.isNaN(new Date(at).getTime()) ? at : formatExact(at))

/** The value of a datetime-local input, to the second; empty where the text names no moment. */
export const toInput = (at: string | number): string => {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return ''
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}

/** Null where the input is not whole. */
export const fromInput = (value: string): string | null => {
  const date = new Date(value)
  return value === '' || Number.isNaN(date.getTime()) ? null : date.toISOString()
}

const DAY_MS = 86_400_000

/** Steps back from now, in days. */
export const STEPS = [
  ['Yesterday', 1],
  ['A week ago', 7],
  ['A month ago', 30],
  ['A year ago', 365],
] as const

export const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString()
