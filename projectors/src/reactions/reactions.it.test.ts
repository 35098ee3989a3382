import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { accountStream } from '@lectern/contracts/events/account.ts'
import {
  commandSubjects,
  DeleteNotes,
  type ExtractJob,
  jobSubjects,
  type MailJob,
  SetAllowance,
  streams,
} from '@lectern/contracts/jobs.ts'
import type { Plan } from '@lectern/contracts/plans.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { comparePositions, encodePosition } from '@lectern/platform/event-store/position.ts'
import { connectNats, type Nats } from '@lectern/platform/nats/connect.ts'
import { answerRequests, Refused } from '@lectern/platform/nats/request.ts'
import { ensureStreams } from '@lectern/platform/nats/streams.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { AT, aLibrary, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { startProjections } from '../test-support/projections.ts'
import { readReactionsCheckpoint } from './checkpoint.ts'
import type { LoopName } from './jobs.ts'
import { runReactions } from './reactions.ts'

const parts = duringTests(startOwnParts)
const projections = duringTests(() => startProjections(parts))
let nats: Nats
let commandApi: Nats
beforeAll(async () => {
  nats = await connectNats({ url: parts.natsUrl('projectors'), name: 'projectors' })
  commandApi = await connectNats({ url: parts.natsUrl('command-api'), name: 'command-api' })
})
afterAll(async () => {
  await Promise.all([nats?.close(), commandApi?.close()])
})

/** A pool that calls back when the checkpoint of a loop has reached the end of the recorded events. */
const watched = (loop: LoopName, atTheEnd: () => void, asked: (query: object) => void): Pool => {
  const end = projections.end()
  const query = async (...args: unknown[]) => {
    const { pool, storeId } = projections
    asked(Object(args[0]))
    const result = await (pool.query as (...args: unknown[]) => Promise<unknown>)(...args)
    const reached = await readReactionsCheckpoint(pool, storeId, loop)
    if (end && reached && comparePositions(reached, end) >= 0) atTheEnd()
    return result
  }
  return { query } as unknown as Pool
}

/** Runs a loop of reactions up to the last recorded event, which must be one that they follow. */
const react = async (loop: LoopName, asked = (_query: object) => {}) => {
  const stop = new AbortController()
  const pool = watched(loop, () => stop.abort(), asked)
  await runReactions({ ...projections, loop, pool, nats, signal: stop.signal })
}

const jobs = async (): Promise<ExtractJob[]> => {
  const manager = await ensureStreams(nats)
  const { state } = await manager.streams.info(streams.jobs.name)
  const found: ExtractJob[] = []
  for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
    const message = await manager.streams.getMessage(streams.jobs.name, { seq })
    expect(message.subject).toBe(jobSubjects.extractInteractive)
    found.push(message.json<ExtractJob>())
  }
  return found
}

it('the article of a saved link is asked for once, also when its events come again', async () => {
  const library = aLibrary()
  const url = 'https://example.com/one'
  await projections.record(library.stream, [library.opened(), library.saved(1, { url: `${url}#part` })])
  await react('jobs')
  const [job, ...others] = await jobs()
  expect(others).toEqual([])
  expect(job).toMatchObject({
    articleId: anArticle(url).id,
    url,
    askedBy: library.id,
    link: { libraryId: library.id, linkId: 1, position: encodePosition(projections.end() as Position) },
  })

  await projections.pool.query('DELETE FROM projections.reactions_checkpoint')
  await react('jobs')
  expect(await jobs()).toEqual([job])
})

it('an event of a library that cannot be read is passed over', async () => {
  const library = aLibrary()
  const url = 'https://example.com/after'
  const unreadable = { type: 'LinkSaved', data: { linkId: 1 } }
  await projections.record(library.stream, [library.opened(), unreadable, library.saved(2, { url })])
  await react('jobs')
  expect((await jobs()).at(-1)).toMatchObject({ articleId: anArticle(url).id, url })
})

it('an article that has a result is not asked for until a reader asks again', async () => {
  const library = aLibrary()
  const article = anArticle('https://example.com/two')
  await projections.record(article.stream, [article.failed()])
  await projections.project()
  await projections.record(library.stream, [
    library.opened(),
    library.saved(1, { url: 'https://example.com/two' }),
  ])
  const before = await jobs()
  await react('jobs')
  expect(await jobs()).toEqual(before)

  await projections.record(article.stream, [article.retried(library.id)])
  await react('jobs')
  expect((await jobs()).at(-1)).toMatchObject({
    articleId: article.id,
    url: 'https://example.com/two',
    askedBy: library.id,
  })
})

/** Stands in for command-api. @returns a function that ends it */
const answering =
  <Schema extends z.ZodType>(subject: string, schema: Schema) =>
  (handle: (command: z.infer<Schema>) => Promise<unknown>) =>
    answerRequests({
      ...{ nats: commandApi, subject, queue: 'command-api', schema, atOnce: 16, log: projections.log },
      handle: async command => (await handle(command)) ?? { ok: true },
    })
const answerAllowances = answering(commandSubjects.setAllowance, SetAllowance)
const answerDeletions = answering(commandSubjects.deleteNotes, DeleteNotes)

it('an article is asked for when known articles cannot be looked up', async () => {
  const library = aLibrary()
  const url = 'https://example.com/unknown'
  await projections.record(library.stream, [library.opened(), library.saved(1, { url })])
  await react('jobs', query => {
    if ('name' in query && String(query.name).startsWith('known-articles'))
      throw new Error('Query read timeout')
  })
  expect((await jobs()).at(-1)).toMatchObject({ articleId: anArticle(url).id, url })
})

const grant = (libraryId: string, plan: Plan) => ({
  type: 'PlanGranted' as const,
  data: { userId: randomUUID(), libraryId, plan, at: AT },
})

it('the allowance of a granted plan is set, and waits for command-api as long as it takes', async () => {
  const libraryId = randomUUID()
  await projections.record(accountStream(randomUUID()), [grant(libraryId, 'ultra')])
  const commands: SetAllowance[] = []
  const reacting = react('allowances')
  const stop = answerAllowances(async command => {
    commands.push(command)
  })
  await reacting
  await stop()
  expect(commands).toHaveLength(1)
  expect(commands[0]).toMatchObject({ libraryId, plan: 'ultra', causeRevision: 0 })
})

it('the commands of one account are sent one after another, and those of another account meanwhile', async () => {
  const attempt = async () => {
    const [one, other] = [randomUUID(), randomUUID()]
    await projections.record(accountStream(one), [grant(one, 'ultra'), grant(one, 'free')])
    await projections.record(accountStream(other), [grant(other, 'pro')])
    const begun: unknown[] = []
    const isOtherThere = Promise.withResolvers<void>()
    const stop = answerAllowances(async ({ libraryId, plan, causeRevision }) => {
      begun.push([plan, causeRevision])
      if (libraryId === other) isOtherThere.resolve()
      await Promise.race([isOtherThere.promise, pause(500)])
    })
    await react('allowances')
    await stop()
    return begun
  }
  // The accounts' events may come in two batches, which follow each other; another attempt then shows it.
  await expect.poll(attempt, { timeout: 30_000 }).toEqual([
    ['ultra', 0],
    ['pro', 0],
    ['free', 1],
  ])
})

it('jobs are published while an allowance cannot be set, and it is set later', async () => {
  const granted = randomUUID()
  await projections.record(accountStream(randomUUID()), [grant(granted, 'pro')])
  const isRefused = Promise.withResolvers<void>()
  let isUp = false
  const stop = answerAllowances(async () => {
    if (isUp) return
    isRefused.resolve()
    throw new Error('This library cannot be read')
  })
  const allowances = react('allowances')
  await isRefused.promise

  const library = aLibrary()
  const url = 'https://example.com/meanwhile'
  await projections.record(library.stream, [library.opened(), library.saved(1, { url })])
  await react('jobs')
  expect((await jobs()).at(-1)).toMatchObject({ articleId: anArticle(url).id, askedBy: library.id })

  isUp = true
  await allowances
  await stop()
})

it('an allowance is given up after an answer that is no message of ours', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  await projections.record(accountStream(one), [grant(one, 'pro'), grant(other, 'pro')])
  const asked: string[] = []
  const stop = answerAllowances(async ({ libraryId }) => {
    asked.push(libraryId)
    if (libraryId === one) return { ok: 'perhaps' }
  })
  await react('allowances')
  await stop()
  expect(asked.toSorted()).toEqual([one, other].toSorted())
})

it('a command waits while NATS does not allow it, and is then sent', async () => {
  const libraryId = randomUUID()
  await projections.record(accountStream(randomUUID()), [grant(libraryId, 'pro')])
  const forbidden = await connectNats({ url: parts.natsUrl('workers'), name: 'workers' })
  const stop = new AbortController()
  const told = vi.spyOn(projections.log, 'warn')
  const waiting = runReactions({ ...projections, loop: 'allowances', nats: forbidden, signal: stop.signal })
  await vi.waitFor(() => expect(told).toHaveBeenCalledWith(expect.anything(), 'a reaction waits'), 5_000)
  stop.abort()
  await Promise.all([waiting, forbidden.close()])

  const asked: string[] = []
  const stopAnswering = answerAllowances(async command => void asked.push(command.libraryId))
  await react('allowances')
  await stopAnswering()
  expect(asked).toEqual([libraryId])
})

it('a command about money is given again at the next start if its stream could not be read', async () => {
  const { pool, storeId } = projections
  const before = await readReactionsCheckpoint(pool, storeId, 'allowances')
  const [refused, second, third] = [randomUUID(), randomUUID(), randomUUID()] as const
  const asked: string[] = []
  const stopRefusing = answerAllowances(async ({ libraryId }) => {
    asked.push(libraryId)
    if (libraryId === refused) throw new Refused('unreadable', 'A later version wrote this', false)
  })
  const stop = new AbortController()
  const running = runReactions({ ...projections, loop: 'allowances', nats, signal: stop.signal })
  // When the third is sent, the loop is done with the first two.
  for (const libraryId of [refused, second, third]) {
    await projections.record(accountStream(randomUUID()), [grant(libraryId, 'pro')])
    await expect.poll(() => asked).toContain(libraryId)
  }
  stop.abort()
  await running
  await stopRefusing()
  expect(await readReactionsCheckpoint(pool, storeId, 'allowances')).toEqual(before)

  asked.length = 0
  const stopAnswering = answerAllowances(async command => void asked.push(command.libraryId))
  await react('allowances')
  await stopAnswering()
  expect(asked.toSorted()).toEqual([refused, second, third].toSorted())
})

it('the notes of deleted links are deleted, and jobs are published while that is not possible', async () => {
  const library = aLibrary()
  const url = 'https://example.com/deleted'
  await projections.record(library.stream, [
    ...[library.opened(), library.saved(1), library.deleted(1)],
    ...[library.bulkDeleted([[2, 40], 50]), library.saved(51, { url })],
  ])
  const deletions = react('deletions')
  await react('jobs')
  expect((await jobs()).at(-1)).toMatchObject({ articleId: anArticle(url).id })

  const commands: DeleteNotes[] = []
  const stop = answerDeletions(async command => void commands.push(command))
  await deletions
  await stop()
  expect(commands.map(({ libraryId, links }) => [libraryId, links])).toEqual([
    [library.id, [1]],
    [library.id, [[2, 40], 50]],
  ])
  expect(new Set(commands.map(({ commandId }) => commandId)).size).toBe(2)
})

it('an event of an account has a mail sent, and is passed', async () => {
  const userId = randomUUID()
  const requested = { type: 'PasswordResetRequested', data: { userId, requestId: randomUUID(), at: AT } }
  await projections.record(accountStream(userId), [requested])
  await react('mails')
  // The last test compares places of this loop.
  await react('allowances')
  const manager = await ensureStreams(nats)
  const message = await manager.streams.getMessage(streams.jobs.name, { last_by_subj: jobSubjects.mail })
  expect(message.json<MailJob>()).toMatchObject({ kind: 'reset', accountId: userId, revision: 0 })
})

// The last test: the account's event stays in the log, and each later run of these reactions would stop there.
it('reactions pass an event of an account that cannot be read, and begin again there at the next start', async () => {
  const granted = randomUUID()
  const { pool, storeId } = projections
  await projections.record(accountStream(randomUUID()), [{ type: 'PlanSwapped', data: {} }])
  await projections.record(accountStream(randomUUID()), [grant(granted, 'pro')])
  const before = await readReactionsCheckpoint(pool, storeId, 'allowances')
  for (const _run of ['the first', 'the next start']) {
    const stop = new AbortController()
    const isSet = Promise.withResolvers<void>()
    const stopAnswering = answerAllowances(async ({ libraryId }) => {
      if (libraryId === granted) isSet.resolve()
    })
    const running = runReactions({ ...projections, loop: 'allowances', nats, signal: stop.signal })
    await isSet.promise
    stop.abort()
    await running
    await stopAnswering()
    expect(await readReactionsCheckpoint(pool, storeId, 'allowances')).toEqual(before)
  }
})
