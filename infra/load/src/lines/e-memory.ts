import type { BenchParts } from '../bench-parts.ts'
import { memoryOf } from '../measure/memory.ts'
import { type Line, megabytes } from '../measure/report.ts'

const NOT_OURS = ['postgres', 'nats']
const PSS_MAX = 450_000_000
const RSS_MAX = 250_000_000

/** What the stack's processes hold after all that came before. Chiefly of use at the end of a whole run. */
export const memoryLines = ({ stack }: BenchParts): Line[] => {
  const all = Object.entries(stack.processes()).map(([name, { pid }]) => ({
    name,
    ...(memoryOf(pid) ?? { pss: 0, rss: 0 }),
  }))
  const ours = all.filter(({ name }) => !NOT_OURS.includes(name))
  const sum = ours.reduce((total, { pss }) => total + pss, 0)
  return [
    {
      measure: '(e) Pss of our Node processes together',
      ours: megabytes(sum),
      required: 'at most 450 MB',
      ok: sum <= PSS_MAX,
    },
    ...all.map(
      ({ name, pss, rss }): Line => ({
        measure: `    ${name}, Pss and RSS`,
        ours: `${megabytes(pss)}, ${megabytes(rss)}`,
        ...(!NOT_OURS.includes(name) && { required: 'RSS at most 250 MB', ok: rss <= RSS_MAX }),
      }),
    ),
  ]
}
