import {
  closeSync,
  copyFileSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'

/** A log of this size is moved to `.old`, which replaces the previous `.old`. */
const LIMIT_BYTES = 10 * 1024 * 1024
const CHECK_EVERY_MS = 5_000
const TAIL_BYTES = 8_192

/**
 * One log file for each part. Parts append to the file themselves, so they never wait for the launcher, and the launcher can
 * truncate the file at any time. A full disk loses lines but stops no part.
 */
export type Logs = {
  /** Opens the log of a part for appending; the caller closes it. */
  readonly open: (name: string) => number
  readonly file: (name: string) => string
  /** The last meaningful line, or an empty string. */
  readonly lastLine: (name: string) => string
  readonly close: () => void
}

export const openLogs = (folder: string, limit = LIMIT_BYTES): Logs => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const names = new Set<string>()
  const file = (name: string) => join(folder, `${name}.log`)
  const timer = setInterval(() => {
    for (const name of names) rotate(file(name), limit)
  }, CHECK_EVERY_MS).unref()
  return {
    open: name => {
      names.add(name)
      rotate(file(name), limit)
      return openSync(file(name), 'a', 0o600)
    },
    file,
    lastLine: name => lastLineIn(file(name)),
    close: () => clearInterval(timer),
  }
}

const rotate = (file: string, limit: number): void => {
  try {
    if (statSync(file).size < limit) return
  } catch {
    return
  }
  try {
    copyFileSync(file, `${file}.old`)
  } catch {
    // The disk is full. Losing the old lines is better than keeping it full.
  }
  truncateSync(file)
}

/** The last meaningful line of a log, or an empty string. */
export const lastLineIn = (file: string): string => lastLine(tail(file))

const tail = (file: string): string => {
  try {
    const fd = openSync(file, 'r')
    try {
      const buffer = Buffer.alloc(TAIL_BYTES)
      const from = Math.max(0, fstatSync(fd).size - TAIL_BYTES)
      return buffer.toString('utf8', 0, readSync(fd, buffer, 0, TAIL_BYTES, from))
    } finally {
      closeSync(fd)
    }
  } catch {
    return ''
  }
}

/** Skips stack frames, source excerpts and Node's version line, which do not help the person at the console. */
const lastLine = (text: string): string => {
  const lines = text.split('\n').filter(line => /^[^\s}]/.test(line) && !line.startsWith('Node.js v'))
  const line = lines.at(-1) ?? ''
  try {
    const entry = JSON.parse(line)
    return [entry.msg ?? entry.message, entry.err?.message ?? entry.error].filter(Boolean).join(': ')
  } catch {
    return line
  }
}
