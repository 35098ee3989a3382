import { consumers, jobSubjects, Reply, streams } from '@lectern/contracts/jobs.ts'
import { startNats, type TestNats } from '@lectern/stack/test-support/parts.ts'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { connectNats, type Nats } from './connect.ts'
import { consumeJobs, type Delivery, RetryLater } from './consume-jobs.ts'
import { publishJob } from './publish-job.ts'
import { answerRequests, ask, command, Refused } from './request.ts'

const log = pino({ level: 'silent' })
const Job = z.object({ n: z.number() })
const subject = jobSubjects.extractInteractive

let server: TestNats
let projectors: Nats
let workers: Nats
let gateway: Nats

beforeAll(async () => {
  server = await startNats()
  projectors = await connectNats({ url: server.url('projectors'), name: 'projectors' })
  workers = await connectNats({ url: server.url('workers'), name: 'workers' })
  gateway = await connectNats({ url: server.url('gateway'), name: 'gateway' })
})
afterAll(async () => {
  await Promise.all([projectors, workers, gateway].map(nats => nats?.close()))
  await server?.stop()
})

/** Takes jobs until `stop` is called. */
const takeUntil = (take: (stop: () => void, job: { n: number }, delivery: Delivery) => void) => {
  const end = new AbortController()
  return consumeJobs({
    nats: workers,
    consumer: consumers.extractInteractive,
    schema: Job,
    log,
    signal: end.signal,
    take: (job, delivery) => take(() => end.abort(), job, delivery),
  })
}

/** Consumes until `enough` jobs were handled. */
async function consume(enough: number, handle: (job: { n: number }) => Promise<void>) {
  const handled: number[] = []
  await takeUntil((stop, job, { run }) =>
    run(async () => {
      try {
        await handle(job)
      } finally {
        handled.push(job.n)
        // After the job in hand is settled.
        if (handled.length === enough) setImmediate(stop)
      }
    }),
  )
  return handled
}

const waiting = async (stream: string) =>
  (await (await projectors.jetstreamManager()).streams.info(stream)).state.messages

describe('jobs', () => {
  test('a job is stored once however often it is published, and handled once', async () => {
    await publishJob(projectors, subject, { n: 1 }, 'event-1/extract')
    await publishJob(projectors, subject, { n: 1 }, 'event-1/extract')
    await publishJob(projectors, subject, { n: 2 }, 'event-2/extract')
    expect(await waiting(streams.jobs.name)).toBe(2)
    expect((await consume(2, async () => {})).sort()).toEqual([1, 2])
    await expect.poll(() => waiting(streams.jobs.name)).toBe(0)
  })

  test('a job that failed or was postponed comes again', async () => {
    await publishJob(projectors, subject, { n: 3 }, 'event-3/extract')
    let times = 0
    await consume(3, async () => {
      times += 1
      if (times === 1) throw new RetryLater(1, 'not yet')
      if (times === 2) throw new Error('broken')
    })
    expect(times).toBe(3)
    await expect.poll(() => waiting(streams.jobs.name)).toBe(0)
  })

  test('postponing a job, however often, does not count as a failure', async () => {
    await publishJob(projectors, subject, { n: 31 }, 'event-31/extract')
    let times = 0
    await consume(8, async () => {
      times += 1
      if (times <= 6) throw new RetryLater(1, 'not yet')
      if (times === 7) throw new Error('broken once')
    })
    await expect.poll(() => waiting(streams.jobs.name)).toBe(0)
    expect(await waiting(streams.dead.name)).toBe(0)
  })

  test('a job that was put back makes room for the next', async () => {
    const jobs = 1_200
    const manager = await projectors.jetstreamManager()
    const publish = (n: number) => publishJob(projectors, subject, { n }, `event-back-${n}/extract`)
    await Promise.all(Array.from({ length: jobs }, (_, n) => publish(n)))
    let taken = 0
    await takeUntil((stop, _, { putBack }) => {
      putBack(600_000)
      taken += 1
      if (taken === jobs) setImmediate(stop)
    })
    expect(taken).toBe(jobs)
    await manager.streams.purge(streams.jobs.name)
  })

  test('a job that was put back comes again after its delay, also after a fraction of a millisecond', async () => {
    await publishJob(projectors, subject, { n: 8 }, 'event-8/extract')
    const at: number[] = []
    await takeUntil((stop, _, delivery) => {
      at.push(performance.now())
      if (at.length === 1) delivery.putBack(500.000_000_3)
      else void delivery.run(async () => {}).then(stop)
    })
    const [first = 0, second = 0] = at
    expect(second - first).toBeGreaterThanOrEqual(500)
    await expect.poll(() => waiting(streams.jobs.name)).toBe(0)
  })

  test('a job that was put back comes at once to workers that connect again', async () => {
    await publishJob(projectors, subject, { n: 9 }, 'event-9/extract')
    await takeUntil((stop, _, { putBack }) => {
      putBack(600_000)
      setImmediate(stop)
    })
    expect(await consume(1, async () => {})).toEqual([9])
    await expect.poll(() => waiting(streams.jobs.name)).toBe(0)
  })

  test('a job that cannot be parsed moves to the dead letters with the reason', async () => {
    await publishJob(projectors, subject, { n: 'four' }, 'event-4/extract')
    await publishJob(projectors, subject, { n: 5 }, 'event-5/extract')
    expect(await consume(1, async () => {})).toEqual([5])
    await expect.poll(() => waiting(streams.dead.name)).toBe(1)
    const manager = await projectors.jetstreamManager()
    const letter = await manager.streams.getMessage(streams.dead.name, { last_by_subj: `dead.${subject}` })
    expect(letter.json()).toEqual({ n: 'four' })
    expect(letter.header.get('Lectern-Reason')).toContain('expected number')
  })

  test('streams and consumer are made again after NATS lost them', async () => {
    const manager = await projectors.jetstreamManager()
    await manager.streams.delete(streams.jobs.name)
    await publishJob(projectors, subject, { n: 6 }, 'event-6/extract')
    expect(await consume(1, async () => {})).toEqual([6])
  })

  test('running and waiting jobs are given back at the end', async () => {
    await publishJob(projectors, subject, { n: 7 }, 'event-7/extract')
    await publishJob(projectors, subject, { n: 8 }, 'event-8/extract')
    await takeUntil((stop, { n }, { run }) => {
      if (n === 7) void run(until => new Promise((_, reject) => until.addEventListener('abort', reject)))
      else stop()
    })
    expect((await consume(2, async () => {})).sort()).toEqual([7, 8])
  })
})

describe('requests', () => {
  const answering = (handle: (payload: { n: number }) => Promise<unknown>) =>
    answerRequests({
      nats: gateway,
      subject: 'command.record-article',
      queue: 'commands',
      schema: Job,
      atOnce: 2,
      handle,
      log,
    })
  const patient = { signal: new AbortController().signal, log }

  test('a command is sent until it is answered', async () => {
    const given = command(workers, 'command.record-article', { n: 1 }, patient)
    let asked = 0
    const stop = answering(async () => {
      asked += 1
      if (asked === 1) throw new Error('the store is away')
      return { ok: true, position: '1/1' }
    })
    expect(await given).toEqual({ ok: true, position: '1/1' })
    expect(asked).toBe(2)
    await stop()
  })

  test('a refusal is final', async () => {
    const stop = answering(() => Promise.reject(new Refused('unknown-article', 'No such article', false)))
    await expect(command(workers, 'command.record-article', { n: 1 }, patient)).rejects.toMatchObject({
      code: 'unknown-article',
    })
    await expect(command(workers, 'command.record-article', {}, patient)).rejects.toMatchObject({
      code: 'bad-message',
    })
    await stop()
  })

  test('a command that can never be sent, or never be understood, is sent once', async () => {
    const large = command(workers, 'command.record-article', { n: 'x'.repeat(1_100_000) }, patient)
    await expect(large).rejects.toMatchObject({ code: 'MAX_PAYLOAD_EXCEEDED' })
    await expect(command(workers, 'command.prepare-mail', {}, patient)).rejects.toMatchObject({
      code: 'PERMISSIONS_VIOLATION',
    })
    const stop = answering(async () => ({ ok: 'perhaps' }))
    await expect(command(workers, 'command.record-article', { n: 1 }, patient)).rejects.toThrow(z.ZodError)
    await stop()
  })

  test('a request that nobody answers fails at once', async () => {
    await expect(
      ask(workers, 'command.record-article', {}, Reply, { timeoutMs: 60_000 }),
    ).rejects.toMatchObject({
      code: '503',
    })
  })

  test('a role may publish only its own subjects', async () => {
    await expect(ask(workers, 'command.prepare-mail', {}, Reply, { timeoutMs: 300 })).rejects.toThrow()
  })
})
