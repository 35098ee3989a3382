import type { Lane } from '@lectern/contracts/read-model/lanes.ts'
import type { Log } from '@lectern/platform/process/log.ts'

const REMIND_MS = 60_000

/** Logs at once and every minute how many streams of each lane are parked, if any. @returns a function that ends it */
export const remindOfParked = (parked: ReadonlyMap<Lane, ReadonlySet<string>>, log: Log): (() => void) => {
  const remind = () => {
    const streams = Object.fromEntries(
      [...parked].flatMap(([lane, { size }]) => (size > 0 ? [[lane, size]] : [])),
    )
    if (Object.keys(streams).length > 0)
      log.error({ streams }, 'streams are parked: their rows do not change until a rebuild')
  }
  remind()
  const timer = setInterval(remind, REMIND_MS)
  return () => clearInterval(timer)
}
