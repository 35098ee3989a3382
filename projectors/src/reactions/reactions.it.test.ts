import { type ExtractJob, jobSubjects, streams } from '@lectern/contracts/jobs.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { comparePositions, encodePosition } from '@lectern/platform/event-store/position.ts'
import { connectNats, type Nats } from '@lectern/platform/nats/connect.ts'
import { ensureStreams } from '@lectern/platform/nats/streams.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { aLibrary, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startProjections } from '../test-support/projections.ts'
import { readReactionsCheckpoint } from './checkpoint.ts'
import type { LoopName } from './jobs.ts'
import { runReactions } from './reactions.ts'

const parts = duringTests(startOwnParts)
const projections = duringTests(() => startProjections(parts))
let nats: Nats
beforeAll(async () => {
  nats = await connectNats({ url: parts.natsUrl('projectors'), name: 'projectors' })
})
afterAll(async () => {
  await nats?.close()
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

it('a job waits while NATS does not allow it, and is then published', async () => {
  const library = aLibrary()
  const url = 'https://example.com/forbidden'
  await projections.record(library.stream, [library.opened(), library.saved(1, { url })])
  const forbidden = await connectNats({ url: parts.natsUrl('gateway'), name: 'gateway' })
  const stop = new AbortController()
  const told = vi.spyOn(projections.log, 'warn')
  const waiting = runReactions({ ...projections, loop: 'jobs', nats: forbidden, signal: stop.signal })
  await vi.waitFor(() => expect(told).toHaveBeenCalledWith(expect.anything(), 'a reaction waits'), 10_000)
  stop.abort()
  await Promise.all([waiting, forbidden.close()])
  await react('jobs')
  expect((await jobs()).at(-1)).toMatchObject({ url })
})
