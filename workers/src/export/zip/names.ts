const POINTS_MAX = 80
const BYTES_MAX = 180
/** Windows has devices of these names, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * The name of a link's files, without extension: its title as far as every file system takes it and Obsidian can link
 * to it, and its id, so that no two are equal, however a file system compares them.
 */
export const articleName = (title: string, id: number): string => {
  const plain = title
    .toWellFormed()
    .normalize('NFC')
    // Control characters, and those that turn the direction of text around.
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, ' ')
    .replace(/[<>:"/\\|?*#^[\]\uFFFD]/g, ' ')
    .replace(/\s+/g, ' ')
  const short = trimmed(cut(trimmed(plain))).replace(RESERVED, '_$1')
  return `${short || 'Untitled'} (${id})`
}

/** Windows drops dots and spaces at the end; elsewhere a dot at the beginning hides the file. */
const trimmed = (text: string): string => text.replace(/^[. ]+|[. ]+$/g, '')

const cut = (text: string): string => {
  let short = ''
  let bytes = 0
  for (const point of Array.from(text).slice(0, POINTS_MAX)) {
    bytes += Buffer.byteLength(point)
    if (bytes > BYTES_MAX) break
    short += point
  }
  return short
}

/** A tag as Obsidian has it: letters, digits, - and _, nested by /. One of digits alone would be none. '' where nothing is left. */
export const obsidianTag = (tag: string): string => {
  const names = tag
    .normalize('NFC')
    .split(/[/:]/)
    .map(name =>
      name
        .replace(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Join_Control}_-]+/gu, '-')
        .replace(/^-+|-+$/g, ''),
    )
  const path = names.filter(name => name !== '').join('/')
  return /^[\p{N}/]+$/u.test(path) ? `_${path}` : path
}
