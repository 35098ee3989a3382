import { setTimeout as wait } from 'node:timers/promises'
import type { BenchParts } from '../bench-parts.ts'
import { memoryOf } from '../measure/memory.ts'
import { type Line, megabytes } from '../measure/report.ts'

const NOT_OURS = ['postgres', 'nats']
const PSS_MAX = 450_000_000
const RSS_MAX = 250_000_000
/** A quiet minute, plus the time that processes need to notice it and free memory. */
const QUIET_MS = 75_000

/** Memory of the stack's processes after the lines before. The figure means most at the end of a whole run. */
export const memoryLines = async ({ stack }: BenchParts): Promise<Line[]> => {
  const measured = () =>
    Object.entries(stack.processes()).map(([name, { pid }]) => ({
      name,
      isOurs: !NOT_OURS.includes(name),
      ...(memoryOf(pid) ?? { pss: 0, rss: 0 }),
    }))
  const sumOf = (processes: ReturnType<typeof measured>) =>
    processes.reduce((total, { isOurs, pss }) => total + (isOurs ? pss : 0), 0)
  const atOnce = measured()
  await wait(QUIET_MS)
  const quiet = measured()
  const sum = sumOf(quiet)
  return [
    {
      measure: '(e) Pss of our Node processes together, after a quiet minute',
      ours: megabytes(sum),
      required: 'at most 450 MB',
      ok: sum <= PSS_MAX,
    },
    { measure: '    at once', ours: megabytes(sumOf(atOnce)) },
    ...quiet.map(({ name, isOurs, pss }): Line => {
      const rss = atOnce.find(process => process.name === name)?.rss ?? 0
      return {
        measure: `    ${name}, Pss after a quiet minute, RSS at once`,
        ours: `${megabytes(pss)}, ${megabytes(rss)}`,
        ...(isOurs && { required: 'RSS at most 250 MB', ok: rss <= RSS_MAX }),
      }
    }),
  ]
}
