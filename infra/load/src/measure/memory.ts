import { readFileSync } from 'node:fs'

/** In bytes. Pss divides shared memory among processes, so that sums over processes count it once. */
export type Memory = { readonly pss: number; readonly rss: number }

/** Undefined if the process has ended. Linux only. */
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

/** A process' private memory in bytes, without shared buffers and code. Cheap enough to read often. */
export const ownMemoryOf = (pid: number): number | undefined => {
  try {
    const kilobytes = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024
  } catch {
    return undefined
  }
}
