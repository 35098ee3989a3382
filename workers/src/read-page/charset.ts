const byteOrderMarks: [string, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** The text of a page, without NUL characters, which Postgres refuses. */
export const decodePage = (bytes: Uint8Array, contentType: string): string =>
  decode(bytes, contentType).replaceAll('\0', '')

/**
 * The encoding is that of the byte order mark; else UTF-8 if the bytes clearly are UTF-8, since many servers declare
 * another one; else the declared one; else windows-1252, as in browsers.
 */
function decode(bytes: Uint8Array, contentType: string): string {
  const mark = byteOrderMarks.find(([, signature]) => signature.every((byte, i) => bytes[i] === byte))
  const wide = mark?.[0] ?? utf16Of(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)

  const utf8 = new TextDecoder('utf-8').decode(bytes)
  const [declared] = [charsetOf(contentType), charsetInPage(bytes)]
    .map(decoderFor)
    .filter(decoder => decoder !== undefined && decoder.encoding !== 'utf-8')
  if (looksLikeUtf8(utf8)) return utf8
  if (declared) return declared.decode(bytes)
  return utf8.includes('\uFFFD') ? new TextDecoder('windows-1252').decode(bytes) : utf8
}

/** Another encoding decodes mostly to replacement characters; damaged UTF-8 has a few. */
function looksLikeUtf8(decoded: string): boolean {
  let good = 0
  let bad = 0
  for (let i = 0; i < decoded.length; i += 1) {
    const unit = decoded.charCodeAt(i)
    if (unit === 0xfffd) bad += 1
    else if (unit > 0x7f) good += 1
  }
  return good > 2 && good > bad * 20
}

const charsetOf = (contentType: string): string =>
  /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1] ?? ''

/** Browsers read a page again when they come to a late declaration. This much of it is searched, in bytes. */
const maxSearched = 512 * 1024
/** In UTF-16 units. */
const maxTag = 1_000
/** What may hold words that look like a declaration, and where it ends. */
const opaque: readonly (readonly [begin: string, end: string])[] = [
  ['<!--', '-->'],
  ['<script', '</script'],
  ['<style', '</style'],
  ['<title', '</title'],
  ['<textarea', '</textarea'],
]

/** Declared by <meta charset>, <meta http-equiv content> or an XML declaration, wherever it stands. */
function charsetInPage(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, maxSearched)).toString(
    'latin1',
  )
  const charset =
    charsetInMeta(head) ??
    head.slice(0, maxTag).match(/^\s*<\?xml[^>]*encoding\s*=\s*["']([^"']+)/i)?.[1] ??
    ''
  // In UTF-16 the meta tag could not be read as single bytes.
  return /^utf-?16/i.test(charset) ? 'utf-8' : charset
}

function charsetInMeta(html: string): string | undefined {
  const begins = /<!--|<(?:meta|script|style|title|textarea)\b/gi
  for (let found = begins.exec(html); found; found = begins.exec(html)) {
    const begin = found[0].toLowerCase()
    const end = opaque.find(([name]) => name === begin)?.[1]
    if (end === undefined) {
      const tag = html.slice(found.index, found.index + maxTag).split('>', 1)[0] ?? ''
      const charset = /charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(tag)?.[1]
      if (charset) return charset
    } else {
      const after = new RegExp(end, 'gi')
      after.lastIndex = begins.lastIndex
      // What never ends is no text: browsers show nothing after it, and read on in a comment.
      if (!after.test(html)) return undefined
      begins.lastIndex = after.lastIndex
    }
  }
  return undefined
}

/** The encoding of a page that says nothing and has a zero in every other byte. */
function utf16Of(bytes: Uint8Array): string | undefined {
  if (bytes[0] !== 0 && bytes[1] === 0 && bytes[2] !== 0 && bytes[3] === 0) return 'utf-16le'
  return bytes[0] === 0 && bytes[1] !== 0 && bytes[2] === 0 && bytes[3] !== 0 ? 'utf-16be' : undefined
}

function decoderFor(label: string): TextDecoder | undefined {
  try {
    return label === '' ? undefined : new TextDecoder(label)
  } catch {
    return undefined
  }
}
