import { consumers, EraseMails, eraseSubjects, MailJob } from '@lectern/contracts/jobs.ts'
import { connectNats } from '@lectern/platform/nats/connect.ts'
import { consumeJobs, RetryLater } from '@lectern/platform/nats/consume-jobs.ts'
import { answerRequests } from '@lectern/platform/nats/request.ts'
import { limitConcurrency } from '@lectern/platform/process/limit-concurrency.ts'
import type { ProcessTools, Started } from '@lectern/platform/process/process.ts'
import { withTimeout } from '@lectern/platform/process/with-timeout.ts'
import { eraseMails } from './erase-mails.ts'
import { sendMail } from './send-mail.ts'
import { outbox, smtp } from './transport.ts'

/** Mails under way at once. A server that stalls holds up a place for some seconds. */
const AT_ONCE = 4
const NATS_TIMEOUT_MS = 2_000

/** Builds and starts the mailer, in production and in tests. */
export const runMailer = async (process: ProcessTools<'mailer'>): Promise<Started> => {
  const { config, log, signal, onStop } = process
  const nats = await connectNats({ url: config.natsUrl, name: 'mailer', log })
  onStop(() => nats.close())

  const send = config.smtpUrl === undefined ? outbox(config.outboxDir) : smtp(config.smtpUrl)
  if (config.smtpUrl === undefined) log.warn('SMTP_URL is not set: mails are written to files')
  const origin = config.publicUrl?.origin ?? `http://localhost:${config.port}`
  const parts = { nats, send, log, origin, supportEmail: config.supportEmail }
  const places = limitConcurrency(AT_ONCE)
  const trySending = async (job: MailJob, publishedAt: number) => {
    try {
      await sendMail(job, publishedAt, parts)
    } catch (error) {
      if (error instanceof RetryLater)
        log.warn(
          { kind: job.kind, eventId: job.eventId, reason: error.message, delayMs: error.delayMs },
          'a mail waits',
        )
      throw error
    }
  }
  const underWay = workUnderWay()
  const consuming = consumeJobs({
    nats,
    consumer: consumers.mail,
    schema: MailJob,
    log,
    signal,
    take: (job, delivery) =>
      void places.use(() => delivery.run(() => underWay.add(trySending(job, delivery.publishedAt)))),
  })
  onStop(() => consuming)
  onStop(
    answerRequests({
      nats,
      subject: eraseSubjects.mails,
      queue: 'mailer',
      schema: EraseMails,
      atOnce: 1,
      log,
      handle: async wanted => {
        // A mail that was prepared before its account was closed.
        await underWay.settled()
        eraseMails(config.outboxDir, wanted)
        return { ok: true }
      },
    }),
  )

  return {
    ready: async () => {
      await withTimeout(nats.flush(), NATS_TIMEOUT_MS)
      return true
    },
  }
}

const workUnderWay = () => {
  const working = new Set<Promise<void>>()
  return {
    add: (work: Promise<void>): Promise<void> => {
      working.add(work)
      const done = () => working.delete(work)
      work.then(done, done)
      return work
    },
    /** Resolves when the work that is under way now has ended. */
    settled: async (): Promise<void> => {
      await Promise.allSettled([...working])
    },
  }
}
