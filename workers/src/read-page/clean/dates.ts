/** Words that name a fact, and stand in no sentence without other words. */
export const labels = new Set(
  'by and & on at in of the from to first last posted published updated modified created written staff writer ago edited date time edt est pst pdt cst cdt mst mdt utc gmt bst cet cest ist am pm a.m p.m a p m h min mins minute minutes hour hours day days uhr um von vom le par por el de del di il door op am den'.split(
    ' ',
  ),
)
export const number = /^(\d{1,4}(st|nd|rd|th|am|pm|h)?|(\d{1,4}[年月日時时分년월일])+)$/

/** Only numbers, names of months and days, and labels; with a month or a whole date among them. */
export function isDateLine(text: string, dates: ReadonlySet<string> = dateWords('en')): boolean {
  if (text.length > 120) return false
  const words = wordsOf(text)
  const isKnown = words.every(word => number.test(word) || dates.has(word) || labels.has(word))
  const hasDay =
    words.some(word => dates.has(word)) ||
    /\d{1,4}[./-]\d{1,2}[./-]\d{1,4}/.test(text) ||
    /\d[年년].*\d[月월]/.test(text)
  const isAgo = /^(published |updated |posted )?\d{1,2} (minute|hour|day|week)s? ago$/i.test(text)
  const isTime = /^(published|posted|updated)\b.*\d:\d{2}/i.test(text)
  return isAgo || (isKnown && (hasDay || isTime) && /\d/.test(text))
}

export const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s,./|:()[\]·•–—@+-]+/u)
    .filter(Boolean)

const remembered = new Map<string, ReadonlySet<string>>()

/** Names of months and weekdays, long and short, in English and the page's language. */
export function dateWords(language: string | null): ReadonlySet<string> {
  const key = language ?? 'en'
  const known = remembered.get(key)
  if (known) return known
  const words = new Set(['today', 'yesterday', 'sept', 'tues', 'thur', 'thurs'])
  for (const locale of new Set(['en', key])) {
    for (const form of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(locale, {
        day: 'numeric',
        month: form,
        weekday: form,
        timeZone: 'UTC',
      })
      const days = Array.from({ length: 12 }, (_, step) => [
        Date.UTC(2024, step, 1),
        Date.UTC(2024, 0, 1 + step),
      ])
      for (const { type, value } of days.flat().flatMap(day => format.formatToParts(day))) {
        const name = value.toLowerCase().replace(/\.$/, '')
        if (/^(month|weekday)$/.test(type) && !/^\d/.test(name)) words.add(name)
      }
    }
  }
  if (remembered.size > 100) remembered.clear()
  remembered.set(key, words)
  return words
}
