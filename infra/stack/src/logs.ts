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

/** Size at which a log becomes the one old log that is kept beside it. */
const LIMIT_BYTES = 10 * 1024 * 1024
const CHECK_EVERY_MS = 5_000
const TAIL_BYTES = 8_192

/**
 * Logs of all parts, a file each. Parts write to the file themselves, appending, so that nobody waits for the
 * launcher, and the file can be emptied under them. A full disk costs lines, never a part.
 */
export type Logs = {
  /** Opens the log of a part for appending; the caller closes it. */
  readonly open: (name: string) => number
  readonly file: (name: string) => string
  /** The last line that says something, empty where there is none. */
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
    lastLine: name => lastLine(tail(file(name))),
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
    // No room for the old lines: better to lose them than to fill the disk.
  }
  truncateSync(file)
}

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

/** Stack frames, source excerpts and the farewell of node say nothing to the person at the console. */
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
