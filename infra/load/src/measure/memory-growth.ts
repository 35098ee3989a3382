import type { ProcessId } from '@lectern/stack/process-id.ts'
import { ownMemoryOf } from './memory.ts'
import { childrenOf } from './process-figures.ts'

export type Growth = { readonly name: string; readonly bytes: number }

const EVERY_MS = 100

/**
 * Watches the memory of processes and of their children, such as Postgres' backends.
 * @returns a function that stops watching and gives the greatest growth of a process for each name
 */
export const watchMemory = (processes: () => Readonly<Record<string, ProcessId>>): (() => Growth[]) => {
  const seen = new Map<number, { name: string; first: number; most: number }>()
  const look = () => {
    // The launcher's children are listed under their own names.
    for (const [name, { pid }] of Object.entries(processes()))
      for (const each of name === 'launcher' ? [pid] : [pid, ...childrenOf(pid)]) {
        const own = ownMemoryOf(each)
        if (own === undefined) continue
        const before = seen.get(each) ?? { name, first: own, most: own }
        seen.set(each, { ...before, most: Math.max(before.most, own) })
      }
  }
  look()
  const watching = setInterval(look, EVERY_MS)
  return () => {
    clearInterval(watching)
    look()
    const growths = new Map<string, number>()
    for (const { name, first, most } of seen.values())
      growths.set(name, Math.max(growths.get(name) ?? 0, most - first))
    return [...growths].map(([name, bytes]) => ({ name, bytes }))
  }
}
