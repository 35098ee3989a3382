import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { connectNats } from '@lectern/platform/nats/connect.ts'
import { headers, RetentionPolicy } from 'nats'
import { inject } from 'vitest'
import { natsServer, STOP_NATS } from '../nats.ts'
import { freePort } from '../ports.ts'
import { natsHasJetStream, until } from '../probes.ts'
import { spawnInRun, stopChild } from '../test-run.ts'

/** NATS as versions before 2026-12 left it: jobs wait in it. It has no users, as none of today may publish a job. @param folder of a stack's NATS */
export const earlierNats = async (folder?: string) => {
  const run = inject('testRun')
  const port = await freePort()
  const args = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd']
  const child = spawnInRun(
    run.folder,
    natsServer(),
    [...args, folder ?? mkdtempSync(join(run.folder, 'nats-'))],
    { stdio: 'ignore' },
  )
  await until('nats-server', () => natsHasJetStream(port))
  const nats = await connectNats({ url: `nats://127.0.0.1:${port}`, name: 'earlier' })
  const manager = await nats.jetstreamManager()
  await manager.streams.add({ name: 'JOBS', subjects: ['jobs.>'], retention: RetentionPolicy.Workqueue })
  await manager.streams.add({ name: 'DEAD', subjects: ['dead.>'] })
  return {
    nats,
    manager,
    /** @param reason of a job that failed for good, under `dead.` */
    leave: async (subject: string, job: unknown, reason?: string): Promise<void> => {
      const notes = headers()
      if (reason) notes.set('Lectern-Reason', reason)
      await nats.jetstream().publish(subject, JSON.stringify(job), { headers: notes })
    },
    /** How many messages there are, by subject. */
    left: async (stream: 'JOBS' | 'DEAD'): Promise<Record<string, number>> =>
      (await manager.streams.info(stream, { subjects_filter: '>' })).state.subjects ?? {},
    stop: async (): Promise<void> => {
      await nats.close()
      await stopChild(child, STOP_NATS)
    },
  }
}
export type EarlierNats = Awaited<ReturnType<typeof earlierNats>>
