import { mailHealth } from '@lectern/command-api/mail/mails.ts'
import type { StoreWatch } from '@lectern/platform/event-store/watch.ts'
import { parkedStreams } from '@lectern/platform/postgres/parked-streams.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import type { FreeSpace } from '@lectern/platform/process/free-space.ts'
import { type JobHealth, workHealth } from '@lectern/platform/work/work-health.ts'
import { onceASecond } from './once-a-second.ts'
import { backupProblems, backupState } from './operate/backups.ts'
import { orNull } from './or-null.ts'

/** null where the part that knows does not answer. */
export type Health = {
  /** Whether people can use Lectern. */
  readonly ready: boolean
  /** Sentences for the operator; empty where all is well. */
  readonly alarms: readonly string[]
  readonly jobs: JobHealth['kinds'] | null
  readonly deadLetters: number | null
  readonly parkedStreams: number | null
  readonly freeMb: number | null
}

export type HealthParts = {
  readonly pool: Pool
  readonly watch: Pick<StoreWatch, 'alarms'>
  readonly space: FreeSpace
  readonly ready: () => Promise<boolean>
}

/** The health that /readyz and /healthz report. */
export const healthOf = (parts: HealthParts): (() => Promise<Health>) => onceASecond(() => lookAt(parts))

const lookAt = async ({ pool, watch, space, ready }: HealthParts): Promise<Health> => {
  const [isReady, work, mails, parked, backups] = await Promise.all([
    orNull(ready()),
    orNull(workHealth(pool)),
    orNull(mailHealth(pool)),
    orNull(countParked(pool)),
    orNull(backupState(pool)),
  ])
  const known = [work, mails].filter(each => each !== null)
  const areAllKnown = known.length === 2
  const bytes = space.bytes()
  return {
    ready: isReady ?? false,
    alarms: [
      ...watch.alarms(),
      ...(areAllKnown ? [] : ['The state of jobs is not known.']),
      ...alarmsOf(known, parked),
      ...alarmsOfSpace(space),
      ...backupProblems(backups).map(({ what }) => what),
    ],
    jobs: areAllKnown ? known.flatMap(({ kinds }) => kinds) : null,
    deadLetters: areAllKnown ? known.reduce((sum, { dead }) => sum + dead, 0) : null,
    parkedStreams: parked,
    freeMb: bytes === undefined ? null : Math.round(bytes / 1_000_000),
  }
}

const alarmsOf = (jobs: readonly JobHealth[], parked: number | null): string[] => [
  ...jobs
    .flatMap(({ kinds }) => kinds)
    .filter(({ isStalled }) => isStalled)
    .map(({ kind }) => `No job of ${kind} was finished for too long.`),
  ...(jobs.some(({ dead }) => dead > 0) ? ['Jobs failed for good.'] : []),
  ...((parked ?? 0) > 0 ? ['Streams are parked.'] : []),
]

const alarmsOfSpace = (space: FreeSpace): string[] => {
  if (space.bytes() === undefined) return ['How much space is free is not known.']
  return space.isLow() ? ['Writes are refused for want of space.'] : []
}

const countParked = async (pool: Pool): Promise<number | null> => {
  const schema = await currentReadSchema(pool)
  return schema === undefined ? null : (await parkedStreams(pool, schema)).length
}
