import { libraryStream } from '@lectern/contracts/events/library.ts'
import { until } from '@lectern/stack/probes.ts'
import { sendSignal } from '@lectern/stack/process-id.ts'
import type { BenchParts } from '../bench-parts.ts'
import { type Line, milliseconds } from '../measure/report.ts'
import { inTurn, medianOf } from '../measure/rounds.ts'
import { saveLink, type User } from '../world/users.ts'

const ROUNDS = 3
const MAX_MS = 300

/** The first save to a library after the gateway starts, before the library is in memory. */
export const coldCommandLines = async (parts: BenchParts, user: User, links: number): Promise<Line[]> => {
  const { stack, pool, site } = parts
  // A recent snapshot exists, as after single saves.
  await saveLink(user, `${site}/cold/first`)
  const snapshotted = async () => {
    const { rowCount } = await pool.query('SELECT 1 FROM command.snapshots WHERE stream = $1', [
      libraryStream(user.libraryId),
    ])
    return rowCount === 1
  }
  await until('A snapshot', snapshotted)

  let round = 0
  const { durations } = await inTurn(ROUNDS, {
    durations: async () => {
      const gateway = stack.pidOf('gateway')
      sendSignal(gateway, 'SIGKILL')
      await until('Another gateway', async () => stack.processes().gateway?.pid !== gateway)
      await until('The stack', stack.ready)
      const began = performance.now()
      await saveLink(user, `${site}/cold/${round++}`)
      return performance.now() - began
    },
  })
  const ours = medianOf(durations, value => value)
  return [
    {
      measure: `(g) first save to a cold library of ${links.toLocaleString('en')} links`,
      ours: milliseconds(ours),
      required: 'under 300 ms',
      ok: ours < MAX_MS,
    },
  ]
}
