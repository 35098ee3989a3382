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
