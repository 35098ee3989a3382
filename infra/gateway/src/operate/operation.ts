import { BACKUPS, type Operation } from '@lectern/contracts/api/operation.ts'
import { parkedStreams } from '@lectern/platform/postgres/parked-streams.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { orNull } from '../or-null.ts'
import { backupState } from './backups.ts'
import { hideAddresses } from './hide-addresses.ts'
import { failedJobs, jobsOf } from './jobs.ts'
import { lagsOf } from './lags.ts'
import { type PartsAsked, partsOf } from './parts-up.ts'
import { problemsOf } from './problems.ts'
import { type StorageParts, storageOf } from './storage.ts'
import { ownVersions, updateOf } from './versions.ts'

export type OperationParts = PartsAsked &
  StorageParts & {
    /** Sentences of the watch over the event store. */
    readonly alarms: () => readonly string[]
  }

/** The state of the whole server, for the operator's page and for `make doctor`. What does not answer is null. */
export const operationOf = async (asked: OperationParts): Promise<Operation> => {
  const { pool, alarms } = asked
  const unknown: string[] = []
  const known = async <T>(name: string, asking: Promise<T>): Promise<T | null> => {
    const found = await orNull(asking.then(value => ({ value })))
    if (found === null) unknown.push(name)
    return found?.value ?? null
  }
  const [parts, lags, jobs, failed, parked, storage, versions, update, backups] = await Promise.all([
    partsOf(asked),
    known('how far lists are behind', lagsOf(asked)),
    known('jobs', jobsOf(pool)),
    known('failed jobs', failedJobs(pool)),
    known('parked streams', parkedOf(pool)),
    known('storage', storageOf(asked)),
    ownVersions(),
    known('updates', updateOf(pool)),
    known(BACKUPS, backupState(pool)),
  ])
  const found = { parts, lags: lags ?? [], jobs, failed, parked, storage, versions, update, unknown }
  return {
    at: new Date().toISOString(),
    problems: problemsOf({ ...found, backups, alarms: alarms() }),
    ...found,
    backups: backups?.backups ?? null,
  }
}

const parkedOf = async (pool: Pool): Promise<Operation['parked']> => {
  const schema = await currentReadSchema(pool)
  if (schema === undefined) return null
  return (await parkedStreams(pool, schema)).map(({ error, parkedAt, ...stream }) => ({
    ...stream,
    error: hideAddresses(error),
    parkedAt: parkedAt.toISOString(),
  }))
}
