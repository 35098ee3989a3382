import { readdirSync, readFileSync } from 'node:fs'
import { memoryOf, ownMemoryOf } from './memory.ts'

/** Clock ticks a second in /proc. */
const TICKS = 100

/** A process, with its children where it is one of many processes. Linux only. */
export type ProcessFigures = {
  /** Resident bytes; of several processes the sum of what each has for itself, since they share the rest. */
  readonly bytes: number
  readonly handles: number
  /** Seconds of a core, those of ended children included. */
  readonly cpu: number
}

/** The process with this pid and all that it started. Zeros if it has ended. */
export const figuresOf = (pid: number, hasOwnChildren: boolean): ProcessFigures => {
  const all = hasOwnChildren ? [pid, ...childrenOf(pid)] : [pid]
  const sum = (figure: (pid: number) => number) => all.reduce((total, each) => total + figure(each), 0)
  return {
    bytes: all.length > 1 ? sum(each => ownMemoryOf(each) ?? 0) : (memoryOf(pid)?.rss ?? 0),
    handles: sum(handlesOf),
    cpu: sum(cpuWithEnded),
  }
}

export const childrenOf = (pid: number): number[] => {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return children.split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

const handlesOf = (pid: number): number => {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}

const cpuWithEnded = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // utime, stime, cutime and cstime are the fields 14 to 17 (proc_pid_stat(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields.slice(11, 15).reduce((total, field) => total + Number(field), 0) / TICKS
  } catch {
    return 0
  }
}
