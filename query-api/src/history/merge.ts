import type { Place } from './cursor.ts'

/** The rows of one source, newest first, and where its next page begins; undefined: there is none. */
type Page<Row extends Place> = { readonly rows: readonly Row[]; readonly next: Place | undefined }

/** Newest first. */
const compare = (a: Place, b: Place): number =>
  b.at.getTime() - a.at.getTime() ||
  (a.stream === b.stream ? b.revision - a.revision : a.stream < b.stream ? 1 : -1)

/**
 * One page of two sources. Rows of the same place in the order are on the same page.
 * @param others one more than the limit where there are more
 */
export const merged = <Row extends Place, Other extends Place>(
  { rows, next }: Page<Row>,
  others: readonly Other[],
  limit: number,
): Page<Row | Other> => {
  // What is beyond the page of the first source comes with the next one.
  const near = next ? others.filter(row => compare(row, next) <= 0) : others
  const all: (Row | Other)[] = near.length > 0 ? [...rows, ...near].toSorted(compare) : [...rows]
  const end = all[limit - 1]
  const shown = end ? all.filter((row, n) => n < limit || compare(row, end) === 0) : all
  const isCut = shown.length < all.length || near.length < others.length || others.length > limit
  return { rows: shown, next: (isCut ? shown.at(-1) : undefined) ?? next }
}
