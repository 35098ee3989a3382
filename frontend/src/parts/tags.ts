/** 'kafka, , logs ' gives ['kafka', 'logs']. */
export const splitTags = (text: string): string[] =>
  text
    .split(',')
    .map(tag => tag.trim())
    .filter(tag => tag !== '')

/** Start and end of the tag that the cursor is in. */
const fragmentAt = (text: string, cursor: number): [number, number] => {
  const end = text.indexOf(',', cursor)
  return [text.lastIndexOf(',', cursor - 1) + 1, end < 0 ? text.length : end]
}

const SUGGESTED_MAX = 8

/** The known tags that match the tag under the cursor and are not in the text yet; those that begin with it come first. */
export const suggestTags = (text: string, cursor: number, known: readonly string[]): string[] => {
  const [start, end] = fragmentAt(text, cursor)
  const wanted = text.slice(start, end).trim().toLowerCase()
  if (wanted === '') return []
  const present = new Set(splitTags(text).map(tag => tag.toLowerCase()))
  const matching = known.filter(tag => tag.toLowerCase().includes(wanted) && !present.has(tag.toLowerCase()))
  const beginning = matching.filter(tag => tag.toLowerCase().startsWith(wanted))
  return [...new Set([...beginning, ...matching])].slice(0, SUGGESTED_MAX)
}

/** Replaces the tag under the cursor. Ends with a comma, ready for the next tag. */
export const completeTag = (text: string, cursor: number, tag: string): string => {
  const [start, end] = fragmentAt(text, cursor)
  const before = splitTags(text.slice(0, start))
  const after = splitTags(text.slice(end))
  return `${[...before, tag, ...after].join(', ')}, `
}
