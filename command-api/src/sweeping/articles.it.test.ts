import { randomUUID } from 'node:crypto'
import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { articleStream } from '@lectern/contracts/events/article.ts'
import { EraseContent, eraseSubjects } from '@lectern/contracts/jobs.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { connectNats, type Nats } from '@lectern/platform/nats/connect.ts'
import { answerRequests } from '@lectern/platform/nats/request.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { freePort } from '@lectern/stack/ports.ts'
import { answersOk, until } from '@lectern/stack/probes.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestLibrary, startCommandApi } from '../test-support/api.ts'
import { articleSweep } from './articles.ts'

const parts = duringTests(startOwnParts)
const api = duringTests(() => startCommandApi(parts))
const log = createLog('command-api', 'silent')

const erased: EraseContent[] = []
const connections: Nats[] = []
let projectors: ReturnType<typeof parts.run>
let look: () => Promise<void>
let schema: string

beforeAll(async () => {
  const health = await freePort()
  projectors = parts.run('projectors', { INTERNAL_PORT: String(health) })
  await until('projectors', () => answersOk(health, '/readyz'))
  schema = (await currentReadSchema(api.pool)) ?? ''
  const [own, workers] = await Promise.all(
    (['gateway', 'workers'] as const).map(role => connectNats({ url: parts.natsUrl(role), name: role, log })),
  )
  if (own === undefined || workers === undefined) throw new Error('NATS is away')
  connections.push(own, workers)
  answerRequests({
    ...{
      nats: workers,
      queue: 'workers',
      atOnce: 1,
      log,
      subject: eraseSubjects.content,
      schema: EraseContent,
    },
    handle: async wanted => ({ ok: erased.push(wanted) > 0 }),
  })
  const signal = new AbortController().signal
  look = articleSweep({ ...api, articles: api.aggregates.articles, nats: () => own, signal })
})
afterAll(async () => {
  projectors.kill('SIGKILL')
  await Promise.all(connections.map(nats => nats.close()))
})

const at = new Date().toISOString()
const hashOf = (name: string, n: number) => articleIdOf(`${name} ${n}`)

/** A link whose page was read a number of times, with another text each time. */
const read = async (
  name: string,
  times: number,
): Promise<{ caller: Caller; id: number; articleId: string }> => {
  const caller = await openTestLibrary(api)
  const url = `https://example.com/${name}`
  const saved = await api.call('POST', '/api/links', { as: caller, body: { url, title: name } })
  const articleId = articleIdOf(url)
  const events = Array.from({ length: times }, (_, n) => ({
    id: randomUUID(),
    type: 'ArticleExtracted',
    data: {
      ...{
        articleId,
        url,
        contentHash: hashOf(name, n),
        words: 3,
        at,
        title: name,
        author: null,
        siteName: null,
      },
      ...{ publishedAt: null, excerpt: null, image: null, favicon: null, language: null },
    },
    metadata: {
      actorId: 'system',
      via: 'system',
      commandId: `${name}-${n}`,
      commandHash: '',
      generated: true,
    },
  }))
  await api.store.append(articleStream(articleId), 'any', events)
  await expect.poll(() => versionsOf(articleId)).toHaveLength(times)
  return { caller, id: (saved.body as { id: number }).id, articleId }
}
const versionsOf = async (articleId: string): Promise<string[]> => {
  const { rows } = await api.pool.query(
    `SELECT content_hash FROM ${schema}.article_versions WHERE article_id = decode($1, 'hex')`,
    [articleId],
  )
  return rows.map(row => row.content_hash)
}
const count = async (table: string, condition: string, ...values: unknown[]) =>
  (await api.pool.query(`SELECT FROM ${table} WHERE ${condition}`, values)).rowCount
const takeNote = async (caller: Caller, id: number, contentHash: string) => {
  const body = { type: 'note', content: 'Words', anchor: { prefix: '', suffix: '', contentHash } }
  const taken = await api.call('POST', `/api/links/${id}/notes`, { as: caller, body })
  expect(taken.status, taken.text).toBe(201)
  await expect.poll(() => count(`${schema}.notes`, 'library_id = $1', caller.libraryId)).toBe(1)
}
const remove = async (caller: Caller, id: number) => {
  await api.call('DELETE', `/api/links/${id}`, { as: caller })
  await expect.poll(() => count(`${schema}.links`, 'library_id = $1', caller.libraryId)).toBe(0)
}
const daysPass = async (days: number) => {
  for (const [table, column] of [
    ['command.unlinked_articles', 'since'],
    [`${schema}.deleted_links`, 'deleted_at'],
  ])
    await api.pool.query(`UPDATE ${table} SET ${column} = ${column} - $1 * interval '1 day'`, [days])
}
/** A look at the whole of the few articles here, from the first on. */
const lookAtAll = async () => {
  await look()
  await look()
}
const typesOf = async (articleId: string) => {
  const types: string[] = []
  for await (const { type } of api.store.readStream(articleStream(articleId))) types.push(type)
  return types
}

it('of an article the newest 20 versions stay, and every one that a note points to', async () => {
  const { caller, id, articleId } = await read('often', 25)
  await takeNote(caller, id, hashOf('often', 2))
  await lookAtAll()
  const kept = [2, ...Array.from({ length: 20 }, (_, n) => n + 5)].map(n => hashOf('often', n))
  await expect.poll(async () => (await versionsOf(articleId)).toSorted()).toEqual(kept.toSorted())
  const dropped = await api.aggregates.articles.read(articleId, article => article)
  expect(dropped).toMatchObject({ status: 'ready', contentHash: hashOf('often', 24) })

  // A place in a version that is there can be noted, and one in a dropped version cannot.
  await lookAtAll()
  const types = await typesOf(articleId)
  expect(types.filter(type => type === 'ArticleVersionsDropped')).toHaveLength(1)
  const late = {
    type: 'note',
    content: 'Late',
    anchor: { prefix: '', suffix: '', contentHash: hashOf('often', 1) },
  }
  expect((await api.call('POST', `/api/links/${id}/notes`, { as: caller, body: late })).status).toBe(400)
})

it('an article that no link has is forgotten after 30 days, and not before', async () => {
  const { caller, id, articleId } = await read('gone', 2)
  const stays = await read('stays', 1)
  await remove(caller, id)
  await lookAtAll()
  await daysPass(29.9)
  await lookAtAll()
  expect(await typesOf(articleId)).toEqual(['ArticleExtracted', 'ArticleExtracted'])
  await daysPass(1)
  await lookAtAll()
  expect(await typesOf(articleId)).toEqual(['ArticleForgotten'])
  expect(erased.flatMap(({ articles }) => articles)).toEqual([
    { articleId, url: '', hashes: [hashOf('gone', 0), hashOf('gone', 1)] },
  ])
  await expect.poll(() => versionsOf(articleId)).toEqual([])
  expect(await typesOf(stays.articleId)).toEqual(['ArticleExtracted'])
  await lookAtAll()
  expect(await count('command.unlinked_articles', 'true')).toBe(0)
})

it('an article and its versions stay while a link can be brought back, also where it had none before', async () => {
  const { caller, id, articleId } = await read('back', 25)
  await takeNote(caller, id, hashOf('back', 2))
  await remove(caller, id)
  await expect.poll(() => count(`${schema}.notes`, 'library_id = $1', caller.libraryId)).toBe(1)
  await lookAtAll()
  await api.pool.query(`UPDATE command.unlinked_articles SET since = since - interval '31 days'`)
  await api.pool.query(`DELETE FROM ${schema}.notes WHERE library_id = $1`, [caller.libraryId])
  await lookAtAll()
  await expect.poll(() => versionsOf(articleId)).toHaveLength(21)
  expect(await versionsOf(articleId)).toContain(hashOf('back', 2))
  expect(await typesOf(articleId)).not.toContain('ArticleForgotten')
  await daysPass(31)
  await lookAtAll()
  await lookAtAll()
  await daysPass(31)
  await lookAtAll()
  expect(await typesOf(articleId)).toContain('ArticleForgotten')
})

it('an article that a link has again stays, and so does one that a note of another link points to', async () => {
  const [again, noted] = [await read('again', 1), await read('noted', 1)]
  await takeNote(noted.caller, noted.id, hashOf('noted', 0))
  const moved = { url: 'https://example.com/elsewhere' }
  expect((await api.call('PATCH', `/api/links/${noted.id}`, { as: noted.caller, body: moved })).status).toBe(
    200,
  )
  await remove(again.caller, again.id)
  const hasLink = (articleId: string) => count(`${schema}.links`, "article_id = decode($1, 'hex')", articleId)
  await expect.poll(() => hasLink(noted.articleId)).toBe(0)
  await lookAtAll()
  expect(await count('command.unlinked_articles', 'true')).toBe(2)
  const back = { url: 'https://example.com/again', title: 'Back' }
  await api.call('POST', '/api/links', { as: again.caller, body: back })
  await expect.poll(() => hasLink(again.articleId)).toBe(1)
  await daysPass(31)
  await lookAtAll()
  for (const { articleId } of [again, noted]) expect(await typesOf(articleId)).toEqual(['ArticleExtracted'])
})

it('nothing is forgotten while a stream cannot be read, and the 30 days begin anew', async () => {
  const { caller, id, articleId } = await read('parked', 1)
  await remove(caller, id)
  await lookAtAll()
  await daysPass(31)
  await api.pool.query(
    `INSERT INTO ${schema}.parked_streams VALUES ('library-x', 'x', $1, 'LinkSaved', '1/1', 'why', now())`,
    [randomUUID()],
  )
  await lookAtAll()
  await api.pool.query(`DELETE FROM ${schema}.parked_streams WHERE stream = 'library-x'`)
  await lookAtAll()
  expect(await typesOf(articleId)).toEqual(['ArticleExtracted'])
  await daysPass(31)
  await lookAtAll()
  expect(await typesOf(articleId)).toEqual(['ArticleForgotten'])
})

it('a page that was provided stays while its link is there, also under another address', async () => {
  const { caller, id, articleId } = await read('provided', 1)
  await api.pool.query(
    `INSERT INTO content.provided_documents (article_id, hash, library_id, link_id) VALUES ($1, $2, $3, $4)`,
    [articleId, hashOf('provided', 0), caller.libraryId, id],
  )
  const moved = { url: 'https://example.com/moved' }
  expect((await api.call('PATCH', `/api/links/${id}`, { as: caller, body: moved })).status).toBe(200)
  await expect.poll(() => count(`${schema}.links`, "article_id = decode($1, 'hex')", articleId)).toBe(0)
  await lookAtAll()
  expect(await count('command.unlinked_articles', "article_id = decode($1, 'hex')", articleId)).toBe(0)
  await remove(caller, id)
  await lookAtAll()
  expect(await count('command.unlinked_articles', "article_id = decode($1, 'hex')", articleId)).toBe(1)
})
