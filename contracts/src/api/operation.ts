import { z } from 'zod/mini'

/** A problem that needs a person, and a remedy. */
const Problem = z.object({ what: z.string(), todo: z.string() })
export type Problem = z.infer<typeof Problem>

const Part = z.object({
  name: z.string(),
  isUp: z.boolean(),
  version: z.nullable(z.string()),
  /** A sentence about it; empty where nothing is to be said. */
  note: z.string(),
})
export type Part = z.infer<typeof Part>

/** How far what follows from events is behind the last one; null: not known. */
const Lag = z.object({ name: z.string(), seconds: z.nullable(z.number()) })
export type Lag = z.infer<typeof Lag>

const JobKind = z.object({
  kind: z.string(),
  /** A name of the jobs for people. */
  name: z.string(),
  waiting: z.number(),
  oldestSeconds: z.number(),
  isStalled: z.boolean(),
  failed: z.number(),
  /** A sentence on the loss when such a job is dropped. */
  loses: z.string(),
})
export type JobKind = z.infer<typeof JobKind>

/** A job that failed for good. Addresses are cut down to their host. */
const FailedJob = z.object({
  kind: z.string(),
  key: z.string(),
  since: z.string(),
  failedAt: z.string(),
  /** null: it was not counted. */
  attempts: z.nullable(z.number()),
  reason: z.string(),
  host: z.string(),
  /** The library, or of a mail the account. */
  about: z.string(),
})
export type FailedJob = z.infer<typeof FailedJob>

/** A stream whose events are passed over until a rebuild. */
const Parked = z.object({
  lane: z.string(),
  stream: z.string(),
  eventType: z.string(),
  error: z.string(),
  parkedAt: z.string(),
})

const Storage = z.object({
  /** null: not known. */
  freeBytes: z.nullable(z.number()),
  /** Nothing can be saved while less is free. */
  neededBytes: z.number(),
  stores: z.array(z.object({ name: z.string(), bytes: z.number() })),
  /** Bytes that the server keeps for each of the largest libraries, the largest first. */
  largestLibraries: z.array(z.number()),
})

const Update = z.object({
  /** About how many there are; null: the event store does not tell. */
  events: z.nullable(z.number()),
  /** About how long the read models take to be filled anew. */
  fillSeconds: z.nullable(z.number()),
  /** The checkout is newer than the tables: what the next start does. */
  waits: z.array(z.string()),
})

const Run = z.object({
  beganAt: z.string(),
  endedAt: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  /** Figures of it, such as `12,400 events`. */
  facts: z.array(z.string()),
})
export type Run = z.infer<typeof Run>

const Runs = z.object({
  /** The last one that succeeded. */
  done: z.nullable(Run),
  /** The last one that failed, where no later one succeeded. */
  failed: z.nullable(Run),
  running: z.nullable(Run),
})

const Backups = z.object({ backups: Runs, drills: Runs, restores: Runs })
export type Backups = z.infer<typeof Backups>

/** The name of backups among what is not known. */
export const BACKUPS = 'backups'

/** GET /api/operation, for operators: the state of the whole server. What could not be found out is null. */
export const Operation = z.object({
  at: z.string(),
  problems: z.array(Problem),
  parts: z.array(Part),
  lags: z.array(Lag),
  jobs: z.nullable(z.array(JobKind)),
  /** The latest of those that failed for good. */
  failed: z.nullable(z.array(FailedJob)),
  parked: z.nullable(z.array(Parked)),
  storage: z.nullable(Storage),
  versions: z.array(z.object({ name: z.string(), version: z.string() })),
  update: z.nullable(Update),
  /** null: nobody set up backups, or it is not known. */
  backups: z.nullable(Backups),
  /** Names of what could not be found out now, such as `jobs`. */
  unknown: z.array(z.string()),
})
export type Operation = z.infer<typeof Operation>

/** POST /api/operation/retry: does a job again, or without a key all of its kind. */
export const RetryJobs = z.object({ kind: z.string(), key: z.optional(z.string()) })

/** POST /api/operation/drop */
export const DropJob = z.object({ kind: z.string(), key: z.string() })

/** The answer to both. */
export const SettledJobs = z.object({ jobs: z.number() })
export type SettledJobs = z.infer<typeof SettledJobs>
