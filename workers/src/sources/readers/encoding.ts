import { isUtf8 } from 'node:buffer'

/** A label that TextDecoder knows. */
export type Encoding = string

const CONTINUES = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** Bytes of the UTF-8 sequence that a byte announces; 0 where it announces none. */
const announced = (lead: number): number =>
  lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0

/** Bytes of the valid sequence at a place; 0 where there is none. */
const sequenceAt = (bytes: Buffer, at: number): number => {
  const length = announced(bytes[at] ?? 0)
  return length === 1 ||
    (length > 1 && isUtf8(bytes.subarray(at, at + length)) && at + length <= bytes.length)
    ? length
    : 0
}

/** Bytes at the end that begin a sequence without ending it. */
const unfinished = (bytes: Buffer): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (!CONTINUES(byte)) return announced(byte) > back ? back : 0
  }
  return 0
}

/** Shares of NULs at even and odd places tell UTF-16 apart from texts that merely hold some. */
const NULS_OF_UTF16 = 0.1
const OTHER_NULS = 0.25

/** The encoding of a text, from its first bytes. */
export const encodingOf = (head: Buffer): Encoding => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const nuls = [0, 0]
  for (let at = head.indexOf(0); at >= 0; at = head.indexOf(0, at + 1)) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = nuls.map(count => count / (head.length / 2))
  if (odd >= NULS_OF_UTF16 && even < odd * OTHER_NULS) return 'utf-16le'
  if (even >= NULS_OF_UTF16 && odd < even * OTHER_NULS) return 'utf-16be'
  const declared = declaredIn(head)
  if (declared === 'iso-2022-jp') return declared
  if (mostlyUtf8(head.subarray(0, head.length - unfinished(head)))) return 'utf-8'
  return declared === undefined || declared.startsWith('utf-') ? 'windows-1252' : declared
}

/** Bytes in which a page declares its encoding. */
const DECLARING_BYTES = 8_192

/** The encoding that a page says it has. */
const declaredIn = (head: Buffer): Encoding | undefined => {
  const start = head.toString('latin1', 0, DECLARING_BYTES)
  if (!/^(?:\xEF\xBB\xBF)?\s*</.test(start)) return undefined
  const [, label] =
    /<meta\b[^<>]*charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(start) ??
    /^\s*<\?xml\b[^<>]*encoding\s*=\s*["']([\w.:-]+)/i.exec(start) ??
    []
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

const mostlyUtf8 = (bytes: Buffer): boolean => {
  if (isUtf8(bytes)) return true
  let good = 0
  let bad = 0
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceAt(bytes, at)
    if (length > 1) good++
    else if (length === 0) bad++
    at += length || 1
  }
  return good > bad
}

const WINDOWS_1252 = new TextDecoder('windows-1252')

/** UTF-8 in which each invalid byte is read as Windows-1252, so that no text is lost. */
const mended = (bytes: Buffer): string => {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceAt(bytes, at)
    if (length === 0) {
      parts.push(bytes.toString('utf8', from, at), WINDOWS_1252.decode(bytes.subarray(at, at + 1)))
      from = at + 1
    }
    at += length || 1
  }
  parts.push(bytes.toString('utf8', from))
  return parts.join('')
}

export type Decode = (block: Buffer, isLast: boolean) => string

/** Decodes the blocks of one file, in their order. */
export const decoderFor = (encoding: Encoding): Decode => {
  if (encoding !== 'utf-8') {
    const decoder = new TextDecoder(encoding)
    return (block, isLast) => decoder.decode(block, { stream: !isLast })
  }
  let held: Buffer = Buffer.alloc(0)
  let isFirst = true
  return (block, isLast) => {
    const bytes = held.length > 0 ? Buffer.concat([held, block]) : block
    const end = isLast ? bytes.length : bytes.length - unfinished(bytes)
    held = Buffer.from(bytes.subarray(end))
    const text = mended(bytes.subarray(0, end))
    const hasMark = isFirst && text.startsWith('\uFEFF')
    isFirst &&= text === ''
    return hasMark ? text.slice(1) : text
  }
}
