import { consumers, streams } from '@lectern/contracts/jobs.ts'
import type { JetStreamManager, MsgRequest } from 'nats'
import type { Nats } from './connect.ts'
import { isMissing } from './streams.ts'

const minuteMs = 60_000

export type KindHealth = {
  /** The consumer's name. */
  readonly kind: string
  /** Jobs that nobody has finished: they wait, are in hand or were put back. */
  readonly unfinished: number
  /** Age of the oldest of them; 0 where there is none. */
  readonly oldestSeconds: number
  /** No job was finished for a minute, although there is one as old. */
  readonly isStalled: boolean
}
export type JobHealth = {
  readonly kinds: readonly KindHealth[]
  /** Jobs that failed for good. */
  readonly dead: number
}

/** What NATS knows of the jobs. Streams and consumers that are not there yet have none. @throws NatsError while it is away */
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
  // NATS has had this request since 2.9; its client types it for another one alone.
  const oldestOf = { seq: 1, next_by_subj: subject } as MsgRequest
  const [unfinished, oldest, consumer] = await Promise.all([
    unfinishedIn(manager, subject),
    orMissing(manager.streams.getMessage(stream, oldestOf)),
    orMissing(manager.consumers.info(stream, name)),
  ])
  const ageMs = oldest ? Date.now() - oldest.time.getTime() : 0
  const isStalled = ageMs > minuteMs && sinceMs(consumer?.ack_floor.last_active) > minuteMs
  return { kind: name, unfinished, oldestSeconds: ageMs / 1_000, isStalled }
}

/** Jobs of a subject that nobody has finished: the stream has a job until it is. */
export const unfinishedJobs = async (nats: Nats, subject: string): Promise<number> =>
  unfinishedIn(await nats.jetstreamManager({ checkAPI: false }), subject)

async function unfinishedIn(manager: JetStreamManager, subject: string): Promise<number> {
  const info = await orMissing(manager.streams.info(streams.jobs.name, { subjects_filter: subject }))
  return info?.state.subjects?.[subject] ?? 0
}

/** The client types it as nanoseconds; the server sends a date, and none before the first time. */
const sinceMs = (lastActive: unknown): number =>
  typeof lastActive === 'string' ? Date.now() - Date.parse(lastActive) : Number.POSITIVE_INFINITY

const orMissing = async <T>(asking: Promise<T>): Promise<T | undefined> => {
  try {
    return await asking
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
