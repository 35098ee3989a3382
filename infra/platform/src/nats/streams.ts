import { streams } from '@lectern/contracts/jobs.ts'
import {
  DiscardPolicy,
  type JetStreamManager,
  nanos,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from 'nats'
import type { Nats } from './connect.ts'

const day = 24 * 60 * 60 * 1_000

const configs: Partial<StreamConfig>[] = [
  {
    ...streams.jobs,
    subjects: [...streams.jobs.subjects],
    retention: RetentionPolicy.Workqueue,
    storage: StorageType.File,
    // A full stream refuses new jobs, so that none is lost.
    discard: DiscardPolicy.New,
    max_msgs: 1_000_000,
    max_bytes: 1_073_741_824,
    duplicate_window: nanos(10 * 60 * 1_000),
  },
  {
    ...streams.dead,
    subjects: [...streams.dead.subjects],
    storage: StorageType.File,
    max_age: nanos(30 * day),
    max_bytes: 268_435_456,
  },
]

/**
 * Makes missing streams. Publishers and consumers call it at the start and after an error, since a NATS that lost its disk
 * starts empty.
 * @throws NatsError while JetStream cannot be reached
 */
export async function ensureStreams(nats: Nats): Promise<JetStreamManager> {
  const manager = await nats.jetstreamManager()
  for (const config of configs) {
    const name = config.name ?? ''
    try {
      await manager.streams.info(name)
    } catch (error) {
      if (!isMissing(error)) throw error
      await manager.streams.add(config)
    }
  }
  return manager
}

export const isMissing = (error: unknown): boolean =>
  (error as { api_error?: { code?: number } }).api_error?.code === 404

/** undefined where the stream, the consumer or the message is missing. */
export const orMissing = async <T>(asking: Promise<T>): Promise<T | undefined> => {
  try {
    return await asking
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
