import type { Nats } from '@lectern/platform/nats/connect.ts'
import { type JobHealth, jobHealth } from '@lectern/platform/nats/job-health.ts'
import { parkedStreams } from '@lectern/platform/postgres/parked-streams.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import type { FreeSpace } from '@lectern/platform/process/free-space.ts'
import { withTimeout } from '@lectern/platform/process/with-timeout.ts'

/** null stands for what cannot be asked now. */
export type Health = {
  /** Whether everything a user needs is there. */
  readonly ready: boolean
  /** What an operator has to look at, a sentence each; empty where all is well. */
  readonly alarms: readonly string[]
  readonly jobs: JobHealth['kinds'] | null
  readonly deadLetters: number | null
  readonly parkedStreams: number | null
  readonly freeMb: number | null
}

export type HealthParts = {
  readonly pool: Pool
  /** undefined while NATS was not reached yet. */
  readonly nats: () => Nats | undefined
  readonly space: FreeSpace
  readonly ready: () => Promise<boolean>
}

/** In ms. However many ask, Postgres and NATS are asked once in so long. */
const KEPT_MS = 1_000
const ANSWER_MS = 2_000

/** What /readyz says, kept for a second, since anybody may ask. */
export const healthOf = (parts: HealthParts): (() => Promise<Health>) => {
  let kept: { health: Promise<Health>; until: number } | undefined
  return () => {
    if (kept === undefined || kept.until < Date.now())
      kept = { health: lookAt(parts), until: Date.now() + KEPT_MS }
    return kept.health
  }
}

const lookAt = async ({ pool, nats, space, ready }: HealthParts): Promise<Health> => {
  const connection = nats()
  const [isReady, jobs, parked] = await Promise.all([
    orNull(ready()),
    connection === undefined ? null : orNull(jobHealth(connection)),
    orNull(countParked(pool)),
  ])
  const bytes = space.bytes()
  return {
    ready: isReady ?? false,
    alarms: [...alarmsOf(jobs, parked), ...alarmsOfSpace(space)],
    jobs: jobs?.kinds ?? null,
    deadLetters: jobs?.dead ?? null,
    parkedStreams: parked,
    freeMb: bytes === undefined ? null : Math.round(bytes / 1_000_000),
  }
}

const alarmsOf = (jobs: JobHealth | null, parked: number | null): string[] => [
  ...(jobs === null ? ['The state of jobs is not known.'] : []),
  ...(jobs?.kinds ?? [])
    .filter(({ isStalled }) => isStalled)
    .map(({ kind }) => `No job of ${kind} was finished for a minute.`),
  ...((jobs?.dead ?? 0) > 0 ? ['Jobs failed for good.'] : []),
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

/** A part that is away or silent has nothing to say. */
const orNull = <T>(asking: Promise<T>): Promise<T | null> => withTimeout(asking, ANSWER_MS).catch(() => null)
