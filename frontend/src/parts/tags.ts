import { tagKey, tagName } from '@lectern/contracts/tags.ts'

/** 'kafka, , #logs, Kafka ' gives ['kafka', 'logs']. */
export const splitTags = (text: string): string[] =>
  text
    .split(',')
    .map(tagName)
    .filter((tag, n, all) => tag !== '' && all.findIndex(other => tagKey(other) === tagKey(tag)) === n)

/** Start and end of the tag that the cursor is in. */
const fragmentAt = (text: string, cursor: number): [number, number] => {
  const end = text.indexOf(',', cursor)
  return [text.lastIndexOf(',', cursor - 1) + 1, end < 0 ? text.length : end]
}

const SUGGESTED_MAX = 8

/** The known tags that match the tag under the cursor and are not in the text yet; those that begin with it come first. */
export const suggestTags = (
  text: string,
  cursor: number,
  known: readonly string[],
  { beforeTyping = false } = {},
): string[] => {
  const [start, end] = fragmentAt(text, cursor)
  const wanted = tagKey(tagName(text.slice(start, end)))
  if (wanted === '' && !beforeTyping) return []
  const present = new Set(splitTags(text).map(tagKey))
  const matching = known.filter(tag => tagKey(tag).includes(wanted) && !present.has(tagKey(tag)))
  const beginning = matching.filter(tag => tagKey(tag).startsWith(wanted))
  return [...new Set([...beginning, ...matching])].slice(0, SUGGESTED_MAX)
}

/** Replaces the tag under the cursor. Ends with a comma, ready for the next tag. */
export const completeTag = (text: string, cursor: number, tag: string): string => {
  const [start, end] = fragmentAt(text, cursor)
  const before = splitTags(text.slice(0, start))
  const after = splitTags(text.slice(end))
  return `${splitTags([...before, tag, ...after].join()).join(', ')}, `
}

type Typed = { readonly text: string; readonly cursor: number }

/**
 * The text with every finished tag as the library spells it, and each once. The tag under the cursor is not finished: it
 * only loses its #. Without a cursor all tags are finished.
 * @param spelling gives the library's spelling of a tag; undefined for a new tag
 */
export const spellTags = (
  text: string,
  cursor: number | null,
  spelling: (tag: string) => string | undefined,
): Typed => {
  const [start, end] = cursor === null ? [-1, -1] : fragmentAt(text, cursor)
  const seen = new Set<string>()
  const parts: string[] = []
  let cursorNow = 0
  let at = 0
  for (const part of text.split(',')) {
    const isUnderCursor = at === start
    const [, space = '', marks = ''] = /^(\s*)(#[#\s]*)?/.exec(part) ?? []
    const bare = part.slice(space.length + marks.length)
    const before = parts.length === 0 ? 0 : parts.join().length + 1
    if (isUnderCursor) {
      const inside = (cursor ?? 0) - at
      cursorNow = before + Math.min(inside, Math.max(space.length, inside - marks.length))
      parts.push(space + bare)
    } else {
      const tag = bare.trim()
      const spelled = tag === '' ? '' : (spelling(tag) ?? tag)
      if (spelled === '' || !seen.has(tagKey(spelled))) parts.push(space + spelled)
      if (spelled !== '') seen.add(tagKey(spelled))
    }
    at += part.length + 1
  }
  const now = parts.join()
  return { text: now, cursor: end < 0 ? now.length : cursorNow }
}
