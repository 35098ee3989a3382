/** Longer texts are cut before they are read, in UTF-16 units. */
const maxRead = 4_096

/**
 * Joins white space, cuts to a length in UTF-16 units, and drops NUL and half characters, which Postgres refuses and a page
 * can write in JSON. Returns null when nothing is left.
 */
export function short(text: string | null | undefined, length: number): string | null {
  const read = (text ?? '').slice(0, maxRead).replaceAll('\0', '')
  const joined = read.replace(/\s+/g, ' ').trim()
  if (joined.length <= length) return joined.toWellFormed() || null
  const cut = joined.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.toWellFormed().trimEnd()}…`
}

/** Whether two names are the same but for case, spaces and signs. */
export function sameName(name: string, other: string | null | undefined): boolean {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return Boolean(other) && letters(name) !== '' && letters(name) === letters(other ?? '')
}
