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
  if (mark) return new TextDecoder(mark[0]).decode(bytes)

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

/** Declared by <meta charset>, <meta http-equiv content> or an XML declaration in the first 4 kB. */
function charsetInPage(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4_096)).toString('latin1')
  const meta = head.match(/<meta\b[^>]*charset\s*=\s*["']?\s*([^\s"'/>;]+)/i)?.[1]
  const charset = meta ?? head.match(/^\s*<\?xml[^>]*encoding\s*=\s*["']([^"']+)/i)?.[1] ?? ''
  // In UTF-16 the meta tag could not be read as single bytes.
  return /^utf-?16/i.test(charset) ? 'utf-8' : charset
}

function decoderFor(label: string): TextDecoder | undefined {
  try {
    return label === '' ? undefined : new TextDecoder(label)
  } catch {
    return undefined
  }
}
