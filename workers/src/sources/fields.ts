import { NAME_MAX } from './readers/limits.ts'

/** A text as it stands in a document of unknown shape; '' where there is none. */
export const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** true, 1, '1', 'true' and 'yes' hold. */
export const flag = (value: unknown): boolean =>
  value === true || value === 1 || (typeof value === 'string' && /^(1|true|yes|y|x)$/i.test(value.trim()))

const ISO =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:[T ]+(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?\s*(Z|UTC|GMT|([+-])(\d\d):?(\d\d)?)?$/i

/** Longer texts are no dates, and the parser of dates that name the month would take long. */
const DATE_MAX = 100
/** Seconds below this, milliseconds below a thousand times this, else microseconds. */
const SECONDS_BELOW = 100_000_000_000

/**
 * A date in seconds, milliseconds or microseconds since 1970, in ISO 8601 or a form that names the month. Without a
 * zone it is in UTC. undefined where there is none; an invalid date where it cannot be read.
 */
export const date = (value: unknown): Date | undefined => {
  const given = text(value).trim()
  if (given === '') return undefined
  if (given.length > DATE_MAX) return new Date(Number.NaN)
  if (/^-?\d+(\.\d+)?$/.test(given)) {
    const count = Number(given)
    return new Date(
      count < SECONDS_BELOW ? count * 1_000 : count < SECONDS_BELOW * 1_000 ? count : count / 1_000,
    )
  }
  const parts = ISO.exec(given)
  if (parts === null) return new Date(/[a-z]{3}/i.test(given) ? named(given) : Number.NaN)
  const [, year, month, day, hour, minute, second, fraction, , sign, zoneHours, zoneMinutes] = parts
  const ms = Math.trunc(Number(`0.${fraction ?? 0}`) * 1_000)
  const zone = (Number(zoneHours ?? 0) * 60 + Number(zoneMinutes ?? 0)) * (sign === '-' ? -60_000 : 60_000)
  const isDate = Number(month) <= 12 && Number(day) <= 31
  const time = Date.UTC(
    +(year ?? 0),
    +(month ?? 1) - 1,
    +(day ?? 1),
    +(hour ?? 0),
    +(minute ?? 0),
    +(second ?? 0),
    ms,
  )
  return new Date(isDate ? time - zone : Number.NaN)
}

const named = (given: string): number => {
  const inUtc = Date.parse(`${given} UTC`)
  return Number.isNaN(inUtc) ? Date.parse(given) : inUtc
}

/** Tags with a separator between them. */
export const separated = (given: string, separator: string): string[] =>
  given === '' ? [] : given.split(separator)

/** A list in JSON, or else tags with commas. */
export const jsonTags = (given: string): string[] => {
  const trimmed = given.trim()
  if (!trimmed.startsWith('[')) return separated(given, ',')
  try {
    return list(JSON.parse(trimmed)).map(text)
  } catch {
    return pythonList(trimmed)
  }
}

/** The last choice passes over an escape outside of texts, so that no unclosed text begins with its quote. */
const PYTHON_TEXT = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|\\./gs
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r' }

/** A list of texts as Python prints it. */
export const pythonList = (given: string): string[] => {
  if (!given.trim().startsWith('[')) return separated(given, ',')
  return Array.from(given.matchAll(PYTHON_TEXT), ([, single, double]) =>
    (single ?? double ?? '').replace(
      /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|(.))/gis,
      (_, x?: string, u?: string, long?: string, other = '') => {
        const code = x ?? u ?? long
        return code === undefined ? (ESCAPES[other] ?? other) : codePoint(Number.parseInt(code, 16))
      },
    ),
  )
}

const codePoint = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '')

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Texts that were escaped for HTML. */
export const unescaped = (given: string): string =>
  given.includes('&')
    ? given.replace(
        /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi,
        (_, decimal, hex, name) =>
          name !== undefined
            ? (NAMED[name.toLowerCase()] ?? '')
            : codePoint(Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10)),
      )
    : given

/** Names of nested collections as one name. */
export const nested = (names: readonly string[]): string => {
  let path = ''
  for (const name of names) if (path.length < NAME_MAX) path += `${path && ' / '}${name}`
  return path.slice(0, NAME_MAX)
}
