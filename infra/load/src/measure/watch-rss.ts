import type { Stack } from '../world/stack.ts'
import { memoryOf } from './memory.ts'

/** Our Node processes in the stack. */
const OURS = ['gateway', 'workers', 'projectors', 'event-store', 'launcher']

/** @returns a function that stops watching and gives the largest resident set of one of our processes, in bytes */
export const watchRss = (processes: Stack['processes']) => {
  let most = { name: '', bytes: 0 }
  const look = () => {
    for (const [name, { pid }] of Object.entries(processes())) {
      const bytes = OURS.includes(name) ? (memoryOf(pid)?.rss ?? 0) : 0
      if (bytes > most.bytes) most = { name, bytes }
    }
  }
  const watching = setInterval(look, 250)
  return () => {
    clearInterval(watching)
    look()
    return most
  }
}
