import { consumers, streams } from '@lectern/contracts/jobs.ts'
import type { JetStreamManager, MsgRequest } from 'nats'
import type { Nats } from './connect.ts'
import { orMissing } from './streams.ts'

const minuteMs = 60_000
/** Time without a finished job after which a kind is stalled. A bulk job has hundreds of pages, a file 500,000 rows. */
const patienceMs = (kind: string) => (kind === consumers.extractInteractive.name ? 1 : 60) * minuteMs

export type KindHealth = {
  /** The consumer's name. */
  readonly kind: string
  /** Jobs that wait, run or were put back. */
  readonly unfinished: number
  /** Age of the oldest unfinished job; 0 without one. */
  readonly oldestSeconds: number
  /** No job was finished for a minute (an hour for bulk jobs and imports), although one is older than that. */
  readonly isStalled: boolean
}
export type JobHealth = {
  readonly kinds: readonly KindHealth[]
  /** Jobs that failed for good. */
  readonly dead: number
}

/** The state of the jobs in NATS. Missing streams and consumers count as empty. @throws NatsError while NATS is away */
export async function jobHealth(nats: Nats): Promise<JobHealth> {
  const manager = await nats.jetstreamManager({ checkAPI: false })
  const [dead, ...kinds] = await Promise.all([
    orMissing(manager.streams.info(streams.dead.name)),
    ...Object.values(consumers).map(consumer => healthOf(manager, consumer)),
  ])
  return { kinds, dead: dead?.state.messages ?? 0 }
}

async function healthOf(
  manager: JetStreamManager,
  { name, subject }: { name: string; subject: string },
): Promise<KindHealth> {
  const stream = streams.jobs.name
  // The server takes these two fields together since 2.9; the client's types do not.
  const oldestOf = { seq: 1, next_by_subj: subject } as MsgRequest
  const [unfinished, oldest, consumer] = await Promise.all([
    unfinishedIn(manager, subject),
    orMissing(manager.streams.getMessage(stream, oldestOf)),
    orMissing(manager.consumers.info(stream, name)),
  ])
  const ageMs = oldest ? Date.now() - oldest.time.getTime() : 0
  const isStalled = Math.min(ageMs, sinceMs(consumer?.ack_floor.last_active)) > patienceMs(name)
  return { kind: name, unfinished, oldestSeconds: ageMs / 1_000, isStalled }
}

/** Unfinished jobs of a subject; a finished job leaves the stream. */
export const unfinishedJobs = async (nats: Nats, subject: string): Promise<number> =>
  unfinishedIn(await nats.jetstreamManager({ checkAPI: false }), subject)

async function unfinishedIn(manager: JetStreamManager, subject: string): Promise<number> {
  const info = await orMissing(manager.streams.info(streams.jobs.name, { subjects_filter: subject }))
  return info?.state.subjects?.[subject] ?? 0
}

/** Milliseconds since a date. The server sends a text here, or nothing at first; the client types it as nanoseconds. */
const sinceMs = (lastActive: unknown): number =>
  typeof lastActive === 'string' ? Date.now() - Date.parse(lastActive) : Number.POSITIVE_INFINITY
