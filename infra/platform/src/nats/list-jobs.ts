import { streams } from '@lectern/contracts/jobs.ts'
import type { MsgRequest } from 'nats'
import type { z } from 'zod'
import type { Nats } from './connect.ts'
import { orMissing } from './streams.ts'

/** The unfinished jobs of a subject, oldest first, but for those that the schema refuses. One request to NATS for each. */
export async function listJobs<Schema extends z.ZodType>(
  nats: Nats,
  subject: string,
  schema: Schema,
): Promise<z.infer<Schema>[]> {
  const manager = await nats.jetstreamManager({ checkAPI: false })
  const jobs: z.infer<Schema>[] = []
  for (let seq = 1; ; ) {
    // The server takes these two fields together since 2.9; the client's types do not.
    const next = { seq, next_by_subj: subject } as MsgRequest
    const message = await orMissing(manager.streams.getMessage(streams.jobs.name, next))
    if (!message) return jobs
    const job = schema.safeParse(message.json())
    if (job.success) jobs.push(job.data)
    seq = message.seq + 1
  }
}
