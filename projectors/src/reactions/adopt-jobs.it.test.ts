import { randomUUID } from 'node:crypto'
import { articleIdOf, ownArticleIdOf } from '@lectern/contracts/article-id.ts'
import { type EarlierNats, earlierNats } from '@lectern/stack/test-support/earlier-nats.ts'
import { aLibrary, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startProjections } from '../test-support/projections.ts'
import { adoptJobs, hasEarlierJobs } from './adopt-jobs.ts'
import { writeReactionsCheckpoint } from './checkpoint.ts'

const parts = duringTests(startOwnParts)
const projections = duringTests(() => startProjections(parts))
let earlier: EarlierNats
beforeAll(async () => {
  earlier = await earlierNats()
})
afterAll(() => earlier?.stop())
beforeEach(async () => {
  await projections.pool.query('TRUNCATE projections.work; DELETE FROM projections.reactions_checkpoint')
  for (const name of ['JOBS', 'DEAD']) await earlier.manager.streams.purge(name)
})

const adopt = async () => {
  if (await hasEarlierJobs(projections)) await adoptJobs(projections, earlier.nats)
}
/** As the version before left it: the jobs of all events are with NATS. */
const jobsAreOut = async () => {
  const { pool, storeId } = projections
  const end = projections.end()
  if (end) await writeReactionsCheckpoint(pool, storeId, 'jobs', end)
}
const rows = async () => {
  const found = await projections.pool.query<{ kind: string; key: string; reason: string | null }>(
    "SELECT kind, key, host, job, reason FROM projections.work ORDER BY kind, job -> 'link' ->> 'linkId', key",
  )
  return found.rows
}
it('takes over jobs that wait in NATS, and dead letters with their reasons, once', async () => {
  const library = aLibrary()
  const url = (n: number) => `https://example.com/${library.id}/${n}`
  await projections.record(library.stream, [library.opened(), ...[1, 2, 3].map(n => library.saved(n))])
  for (const n of [1, 2]) {
    const article = anArticle(url(n))
    await projections.record(article.stream, [article.failed()])
  }
  await projections.project()
  await jobsAreOut()
  const { leave } = earlier
  const page = { articleId: articleIdOf(url(9)), url: url(9), requestId: 'saved-9', askedBy: library.id }
  const pageId = randomUUID()
  const provided = {
    ...{ articleId: ownArticleIdOf(library.id, 8, url(8)), url: url(8), requestId: 'provided-8', pageId },
    ...{ askedBy: library.id, link: { libraryId: library.id, linkId: 8, position: '1/1' } },
  }
  const file = { libraryId: library.id, importId: randomUUID() }
  const chunk = { libraryId: library.id, firstLinkId: 1, lastLinkId: 3, position: '1/1' }
  const retry = { ...chunk, retry: { requestId: 'again', linkIds: [1, 3] } }
  await leave('jobs.extract.interactive', page)
  await leave('jobs.extract.interactive', provided)
  await leave('jobs.extract.bulk', chunk)
  await leave('jobs.extract.bulk', retry)
  await leave('jobs.import', file)
  await leave('jobs.mail', { kind: 'reset' })
  const dead = { ...page, requestId: 'dead-9' }
  await leave('dead.jobs.extract.interactive', dead, 'it broke')

  await adopt()
  const again = `again/${articleIdOf(url(1))}`
  expect(await rows()).toMatchObject([
    { kind: 'extract-bulk', key: again, job: { link: { linkId: 1 }, retries: true } },
    { kind: 'extract-bulk', key: `${library.id}/3/bulk`, host: 'example.com', job: { url: url(3) } },
    { kind: 'extract-interactive', key: 'provided-8', host: `page:${pageId}`, job: { pageId } },
    { kind: 'extract-interactive', key: 'dead-9', reason: 'it broke' },
    { kind: 'extract-interactive', key: 'saved-9', reason: null, job: page },
    { kind: 'import-file', key: file.importId, job: file },
  ])
  expect([await earlier.left('JOBS'), await earlier.left('DEAD')]).toEqual([{ 'jobs.mail': 1 }, {}])

  await projections.pool.query('DELETE FROM projections.work')
  await adopt()
  expect(await rows()).toEqual([])
})

it('has what the read models show as unfinished done where NATS has lost it', async () => {
  const library = aLibrary()
  const url = (n: number) => `https://example.com/${library.id}/${n}`
  await projections.record(library.stream, [
    ...[library.opened(), library.saved(1), library.saved(2), library.saved(3), library.saved(4)],
    library.pageProvided(4),
  ])
  const read = anArticle(url(1))
  await projections.record(read.stream, [read.failed()])
  const retried = anArticle(url(2))
  await projections.record(retried.stream, [retried.failed(), retried.retried(library.id)])
  await jobsAreOut()
  await expect(adopt()).rejects.toThrow('behind')
  await projections.project()
  await adopt()
  const own = (await rows()).filter(
    ({ key }) => key.includes(library.id) || key.includes(articleIdOf(url(2))),
  )
  expect(own).toMatchObject([
    { kind: 'extract-bulk', key: `${library.id}/3/bulk` },
    { kind: 'extract-interactive', key: `adopted/${articleIdOf(url(2))}` },
  ])
})

it('finds nothing to take over in a new installation, then or later', async () => {
  await adopt()
  await jobsAreOut()
  await adopt()
  expect(await rows()).toEqual([])
})
