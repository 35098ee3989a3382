import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { commandSubjects, type ExtractJob, jobSubjects, RecordArticle } from '@lectern/contracts/jobs.ts'
import { connectNats } from '@lectern/platform/nats/connect.ts'
import { publishJob } from '@lectern/platform/nats/publish-job.ts'
import { answerRequests, Refused } from '@lectern/platform/nats/request.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { loadConfig } from '@lectern/platform/process/config.ts'
import { createMetrics } from '@lectern/platform/process/metrics.ts'
import { createDatabase, startNats } from '@lectern/stack/test-support/parts.ts'
import pino from 'pino'
import { expect } from 'vitest'
import { runWorkers } from '../run.ts'

const log = pino({ level: 'silent' })

/** Starts the workers with their own database and NATS, and a command-api that records its commands. */
export async function startTestWorkers(fetchAllowHosts: readonly string[]) {
  const databaseUrl = await createDatabase()
  const server = await startNats()
  const projectors = await connectNats({ url: server.url('projectors'), name: 'projectors' })
  const gateway = await connectNats({ url: server.url('gateway'), name: 'gateway' })
  const pool = connectPostgres({ url: databaseUrl, name: 'test', max: 2 })
  const commands: RecordArticle[] = []
  const recorded: RecordArticle[] = []
  const refusing: { commands?: (command: RecordArticle) => boolean } = {}
  answerRequests({
    nats: gateway,
    subject: commandSubjects.recordArticle,
    queue: 'commands',
    schema: RecordArticle,
    atOnce: 4,
    log,
    handle: async command => {
      commands.push(command)
      if (refusing.commands?.(command)) throw new Refused('unknown-article', 'No such article', false)
      recorded.push(command)
      return { ok: true, position: '1/1' }
    },
  })

  const metrics = createMetrics('workers')
  const stops: (() => Promise<unknown> | unknown)[] = []
  const stopping = new AbortController()
  const started = await runWorkers({
    config: loadConfig('workers', {
      DATABASE_URL: databaseUrl,
      NATS_URL: server.url('workers'),
      FETCH_ALLOW_HOSTS: fetchAllowHosts.join(','),
    }),
    log,
    metrics,
    signal: stopping.signal,
    onStop: stop => stops.push(stop),
  })
  expect(await started.ready()).toBe(true)

  return {
    pool,
    projectors,
    gateway,
    metrics,
    /** All commands. */
    commands,
    /** Commands that were not refused. */
    recorded,
    refusing,
    publish: (job: ExtractJob, again = '') =>
      publishJob(projectors, jobSubjects.extractInteractive, job, `${job.requestId}/extract${again}`),
    /** Waits for the first command of a request that is not refused; returns all of them. */
    async outcomeOf(requestId: string): Promise<RecordArticle[]> {
      const find = () => recorded.filter(command => command.commandId.startsWith(`${requestId}/`))
      await expect.poll(() => find().length).toBeGreaterThan(0)
      return find()
    },
    async stop() {
      stopping.abort()
      for (const stop of stops.toReversed()) await stop()
      await Promise.all([projectors.close(), gateway.close(), pool.end()])
      await server.stop()
    },
  }
}
export type TestWorkers = Awaited<ReturnType<typeof startTestWorkers>>

export const jobFor = (url: string, requestId: string, askedBy?: string): ExtractJob => ({
  articleId: articleIdOf(url),
  url,
  requestId,
  ...(askedBy && { askedBy }),
})
