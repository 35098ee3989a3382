import type { Lane } from '@lectern/contracts/read-model/lanes.ts'
import type { Log } from '@lectern/platform/process/log.ts'

const REMIND_MS = 60_000

/** Says at once and every minute how many streams of each lane are parked, as long as any are. @returns what ends it */
export const remindOfParked = (parked: ReadonlyMap<Lane, ReadonlySet<string>>, log: Log): (() => void) => {
  const remind = () => {
    const streams = Object.fromEntries(
      [...parked].flatMap(([lane, { size }]) => (size > 0 ? [[lane, size]] : [])),
    )
    if (Object.keys(streams).length > 0)
      log.error({ streams }, 'streams are parked: their rows stand still until a rebuild')
  }
  remind()
  const timer = setInterval(remind, REMIND_MS)
  return () => clearInterval(timer)
}
