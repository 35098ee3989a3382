import { consumers, jobSubjects, streams } from '@lectern/contracts/jobs.ts'
import type { NatsRole } from '@lectern/stack/nats.ts'
import { startNats, type TestNats } from '@lectern/stack/test-support/parts.ts'
import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { connectNats, type Nats } from './connect.ts'
import { consumeJobs } from './consume-jobs.ts'
import { jobHealth } from './job-health.ts'
import { publishJob } from './publish-job.ts'

const { name: kind } = consumers.extractInteractive
const subject = jobSubjects.extractInteractive
let server: TestNats
const connections: Nats[] = []
const as = async (role: NatsRole) => {
  const nats = await connectNats({ url: server.url(role), name: role })
  connections.push(nats)
  return nats
}
let workers: Nats

beforeAll(async () => {
  server = await startNats()
  workers = await as('workers')
})
afterAll(async () => {
  await Promise.all(connections.map(nats => nats.close()))
  await server.stop()
})

/** Takes one job, and finishes it or puts it back. */
async function takeOne(how: 'finish' | 'put back') {
  const stop = new AbortController()
  await consumeJobs({
    nats: workers,
    consumer: consumers.extractInteractive,
    schema: z.unknown(),
    log: pino({ level: 'silent' }),
    signal: stop.signal,
    take: (_, { run, putBack }) => {
      if (how === 'finish') void run(async () => {}).then(() => stop.abort())
      else {
        putBack(1)
        stop.abort()
      }
    },
  })
}
const healthOf = async (nats: Nats, name: string = kind) =>
  (await jobHealth(nats)).kinds.find(each => each.kind === name)
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

test('counts are 0 before the first job', async () => {
  const health = await jobHealth(await as('gateway'))
  const none = { unfinished: 0, oldestSeconds: 0, isStalled: false }
  expect(health).toEqual({
    kinds: Object.values(consumers).map(({ name }) => ({ kind: name, ...none })),
    dead: 0,
  })
})

test.each(['gateway', 'workers'] as const)('%s may ask', async role => {
  await publishJob(workers, subject, { n: role }, role)
  const nats = await as(role)
  const health = await healthOf(nats)
  expect(health).toMatchObject({ kind, isStalled: false })
  expect(health?.unfinished).toBeGreaterThan(0)
})

test('a job that was put back keeps its age, and a kind without a finished job for a minute is stalled', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    later(40_000)
    await takeOne('put back')
    expect(await healthOf(workers)).toMatchObject({ unfinished: 2, isStalled: false })
    later(80_000)
    const stalled = await healthOf(workers)
    expect(stalled).toMatchObject({ unfinished: 2, isStalled: true })
    expect(stalled?.oldestSeconds).toBeGreaterThan(120)
  } finally {
    vi.useRealTimers()
  }
})

test('bulk jobs are stalled when none was finished for an hour', async () => {
  await publishJob(workers, jobSubjects.extractBulk, {}, 'bulk')
  const { name } = consumers.extractBulk
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    later(59 * 60_000)
    expect(await healthOf(workers, name)).toMatchObject({ unfinished: 1, isStalled: false })
    later(2 * 60_000)
    expect(await healthOf(workers, name)).toMatchObject({ unfinished: 1, isStalled: true })
  } finally {
    vi.useRealTimers()
  }
})

test('NATS tells when the last job was finished; putting a job back does not count', async () => {
  const lastFinished = async () => {
    const manager = await workers.jetstreamManager()
    return (await manager.consumers.info(streams.jobs.name, kind)).ack_floor.last_active
  }
  await takeOne('put back')
  expect(await lastFinished()).toBeUndefined()
  await takeOne('finish')
  await expect.poll(lastFinished).toMatch(/^\d{4}-\d\d-\d\dT/)
})

test('dead jobs are counted', async () => {
  const manager = await workers.jetstreamManager()
  await workers.jetstream().publish(`dead.${subject}`, '{}')
  expect((await manager.streams.info(streams.dead.name)).state.messages).toBe(1)
  expect((await jobHealth(await as('gateway'))).dead).toBe(1)
})
