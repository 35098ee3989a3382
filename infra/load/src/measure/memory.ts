import { readFileSync } from 'node:fs'

/** In bytes. Pss shares out what several processes have in common, so that a sum over processes is honest. */
export type Memory = { readonly pss: number; readonly rss: number }

/** Undefined where the process is gone. Linux only. */
export const memoryOf = (pid: number): Memory | undefined => {
  let rollup: string
  try {
    rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  } catch {
    return undefined
  }
  const field = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0) * 1_024
  return { pss: field('Pss'), rss: field('Rss') }
}

/** Bytes that a process has for itself alone, cheap enough to ask often; shared buffers and code are not in it. */
export const ownMemoryOf = (pid: number): number | undefined => {
  try {
    const kilobytes = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024
  } catch {
    return undefined
  }
}
