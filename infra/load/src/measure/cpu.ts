import { readFileSync } from 'node:fs'

/** Clock ticks a second in /proc, the same on every Linux that Node runs on. */
const TICKS = 100

/** Seconds of a core that a process has used with all its threads. 0 if it has ended. Linux only. */
export const cpuSecondsOf = (pid: number): number => {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return 0
  }
  // The name in parentheses may contain any character. utime and stime are the fields 14 and 15 (proc_pid_stat(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}
