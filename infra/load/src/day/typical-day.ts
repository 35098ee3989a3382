/**
 * What one person does in a day, and the requests of each act. Nobody's use was measured: this is an assumption of a keen reader, who
 * saves and reads several articles every day.
 */
export const TYPICAL_DAY = {
  /** The app is opened: session, counts, collections, tags and the first list. */
  open: 4,
  /** A list of 50 links, beside those of opening. */
  list: 36,
  search: 10,
  save: 8,
  /** The text of an article and its notes, then places while the person reads. */
  read: 12,
  highlight: 5,
  note: 3,
  archive: 6,
  favorite: 2,
} as const

/** Times that a reader sends the place, for each article. */
export const PLACES_A_READ = 5
/** One import a week. */
export const IMPORTS_A_DAY = 1 / 7
export const ROWS_AN_IMPORT = 50

/** Links that each person has at the beginning of the day, of as many known articles. */
export const LINKS_BEFORE = 300
export const ARTICLES_BEFORE = 100

export type Act = keyof typeof TYPICAL_DAY | 'import'

/** The acts of the person at this place, those of each kind spread evenly over the day. Every seventh person imports. */
export const actsOf = (place: number): Act[] => {
  const imports = Math.round((place + 1) * IMPORTS_A_DAY) - Math.round(place * IMPORTS_A_DAY)
  const counts: [Act, number][] = [...(Object.entries(TYPICAL_DAY) as [Act, number][]), ['import', imports]]
  return counts
    .flatMap(([act, count]) => Array.from({ length: count }, (_, n) => ({ act, when: (n + 0.5) / count })))
    .toSorted((a, b) => a.when - b.when)
    .map(({ act }) => act)
}
