import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** Identifies a process among all that ever had its pid. `startedAt` serves for comparison only. */
export type ProcessId = { readonly pid: number; readonly startedAt: string }

/** The process with this pid. Undefined if there is none or it is a zombie. */
export const identify = (pid: number): ProcessId | undefined => {
  const startedAt = process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
  return startedAt === undefined ? undefined : { pid, startedAt }
}

/** The process that a file names, or undefined if there is no such file. */
export const readProcessId = (file: string): ProcessId | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

export const isAlive = (id: ProcessId): boolean => identify(id.pid)?.startedAt === id.startedAt

/** A signal, and the time in ms to wait for the end of the process after it. */
export type Step = readonly [signal: NodeJS.Signals, patience: number]

/** Sends the signals one after another until the process ends. @returns whether it has ended */
export const end = async (id: ProcessId, steps: readonly Step[]): Promise<boolean> => {
  for (const [signal, patience] of steps) {
    if (!isAlive(id)) return true
    sendSignal(id.pid, signal)
    if (await hasEnded(id, patience)) return true
  }
  return !isAlive(id)
}

/** Ignores a process that has already ended. */
export const sendSignal = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const hasEnded = async (id: ProcessId, patience: number): Promise<boolean> => {
  const deadline = performance.now() + patience
  while (isAlive(id)) {
    if (performance.now() > deadline) return false
    await wait(20)
  }
  return true
}

const fromProc = (pid: number): string | undefined => {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return undefined
  }
  // The name in parentheses may contain any character. The state follows it; the start time is field 22 (proc_pid_stat(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
}

const fromPs = (pid: number): string | undefined => {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return line === '' || line.startsWith('Z') ? undefined : line.slice(line.indexOf(' ') + 1).trim()
  } catch {
    return undefined
  }
}
