const byteOrderMarks: [string, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Text of a page without NUL characters, which mean nothing there and which Postgres does not take. */
export const decodePage = (bytes: Uint8Array, contentType: string): string =>
  decode(bytes, contentType).replaceAll('\0', '')

/**
 * By byte order mark, else as UTF-8 where the bytes are that beyond doubt (many servers declare
 * something else), else as the header or the page declares, else as windows-1252, like browsers.
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

/** Text of another encoding turns almost wholly into replacement characters; a few happen in damaged UTF-8. */
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

/** <meta charset> or <meta http-equiv content>, or an XML declaration, in the first 4 kB. */
function charsetInPage(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4_096)).toString('latin1')
  const meta = head.match(/<meta\b[^>]*charset\s*=\s*["']?\s*([^\s"'/>;]+)/i)?.[1]
  const charset = meta ?? head.match(/^\s*<\?xml[^>]*encoding\s*=\s*["']([^"']+)/i)?.[1] ?? ''
  // A page whose meta tag can be read as single bytes is not UTF-16.
  return /^utf-?16/i.test(charset) ? 'utf-8' : charset
}

function decoderFor(label: string): TextDecoder | undefined {
  try {
    return label === '' ? undefined : new TextDecoder(label)
  } catch {
    return undefined
  }
}
