import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { commandSubjects, type ExtractJob, RecordArticle } from '@lectern/contracts/jobs.ts'
import { pageWork, type WorkKind, workKinds } from '@lectern/contracts/work.ts'
import { connectNats } from '@lectern/platform/nats/connect.ts'
import { answerRequests, Refused } from '@lectern/platform/nats/request.ts'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { loadConfig } from '@lectern/platform/process/config.ts'
import { createMetrics } from '@lectern/platform/process/metrics.ts'
import { addWork } from '@lectern/platform/work/add-work.ts'
import { createDatabase, startNats, type TestParts } from '@lectern/stack/test-support/parts.ts'
import pino from 'pino'
import { expect } from 'vitest'
import { runWorkers } from '../run.ts'
import { addControl } from './read-model.ts'

const log = pino({ level: 'silent' })

type Refusing = {
  /** Refuses a command where it returns true. */
  commands?: (command: RecordArticle) => boolean
}

/** Starts workers with these settings. @returns how to stop them */
const runWorkersIn = async (env: Record<string, string>, fetchAllowHosts: readonly string[]) => {
  const stops: (() => Promise<unknown> | unknown)[] = []
  const stopping = new AbortController()
  const started = await runWorkers({
    config: loadConfig('workers', { ...env, FETCH_ALLOW_HOSTS: fetchAllowHosts.join(',') }),
    log,
    metrics: createMetrics('workers'),
    draining: stopping.signal,
    signal: stopping.signal,
    onStop: stop => stops.push(stop),
  })
  expect(await started.ready()).toBe(true)
  return async () => {
    stopping.abort()
    for (const stop of stops.toReversed()) await stop()
  }
}

/** Starts the workers beside the other services of the parts. */
export const startWorkersOf = async ({ env }: TestParts, fetchAllowHosts: readonly string[] = []) => {
  const { DATABASE_URL = '', NATS_URL = '' } = env('workers')
  return { stop: await runWorkersIn({ DATABASE_URL, NATS_URL }, fetchAllowHosts) }
}

/** Starts the workers with their own database and NATS, and a command-api that records its commands. */
export async function startTestWorkers(
  fetchAllowHosts: readonly string[],
  onRecorded: (command: RecordArticle, pool: Pool) => Promise<unknown> = async () => {},
) {
  const databaseUrl = await createDatabase()
  const server = await startNats()
  const gateway = await connectNats({ url: server.url('gateway'), name: 'gateway' })
  const pool = connectPostgres({ url: databaseUrl, name: 'test', max: 2 })
  await addControl(pool)
  const commands: RecordArticle[] = []
  const recorded: RecordArticle[] = []
  const refusing: Refusing = {}
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
      await onRecorded(command, pool)
      return { ok: true, position: '1/1' }
    },
  })

  const start = () =>
    runWorkersIn({ DATABASE_URL: databaseUrl, NATS_URL: server.url('workers') }, fetchAllowHosts)
  let stopWorkers = await start()

  return {
    pool,
    gateway,
    /** All commands. */
    commands,
    /** Commands that were not refused. */
    recorded,
    refusing,
    async restart(meanwhile: () => Promise<unknown> | unknown = () => {}) {
      await stopWorkers()
      await meanwhile()
      stopWorkers = await start()
    },
    /** Adds a page that a person saved. */
    save: (job: ExtractJob) => addWork(pool, [pageWork(workKinds.saved, job)]),
    /** Adds pages of imported links. */
    bringIn: (jobs: readonly ExtractJob[]) =>
      addWork(
        pool,
        jobs.map(job => pageWork(workKinds.imported, job)),
      ),
    /** How many rows of a kind wait. */
    async waiting(kind: WorkKind): Promise<number> {
      const { rows } = await pool.query<{ n: number }>(
        'SELECT count(*) AS n FROM projections.work WHERE kind = $1 AND failed_at IS NULL',
        [kind],
      )
      return rows[0]?.n ?? 0
    },
    /** Waits for the first command of a request that is not refused; returns all of them. */
    async outcomeOf(requestId: string): Promise<RecordArticle[]> {
      const find = () => recorded.filter(command => command.commandId.startsWith(`${requestId}/`))
      await expect.poll(() => find().length).toBeGreaterThan(0)
      return find()
    },
    async stop() {
      await stopWorkers()
      await Promise.all([gateway.close(), pool.end()])
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
