import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { accountStream } from '@lectern/contracts/events/account.ts'
import { articleStream } from '@lectern/contracts/events/article.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { notebookStream } from '@lectern/contracts/events/notebook.ts'
import { stripeStream } from '@lectern/contracts/events/stripe.ts'
import { EraseContent, eraseSubjects } from '@lectern/contracts/jobs.ts'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import { type EventStore, StreamEnded } from '@lectern/platform/event-store/port.ts'
import { connectNats, type Nats } from '@lectern/platform/nats/connect.ts'
import { answerRequests } from '@lectern/platform/nats/request.ts'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { freePort } from '@lectern/stack/ports.ts'
import { answersOk, until } from '@lectern/stack/probes.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { kills } from '@lectern/stack/test-support/whole.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeAccount } from '../accounts/close-account.ts'
import { linkTo, overgrow, startCommandApi } from '../test-support/api.ts'

/**
 * A deletion ends the same after a kill between any two of its steps. The command-api under test stops at each step
 * (test-support/seamed-main.ts), and is ended there by SIGKILL. The test answers for workers.
 */

const parts = duringTests(startOwnParts)
const log = createLog('command-api', 'silent')
const PASSWORD = 'a good password'
const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

let pool: Pool
let store: EventStore
const answering: Nats[] = []
const erased: EraseContent[] = []
let atSeam: (seam: string) => Promise<void> | undefined = () => undefined
let child: ChildProcess
let projectors: ChildProcess

const start = async () => {
  const env = { ...process.env, ...parts.env('gateway'), PORT: String(await freePort()) }
  child = fork(file('../test-support/seamed-main.ts'), { env })
  const mine = child
  await new Promise<void>(resolve => {
    mine.on('message', async (message: 'serves' | { id: number; seam: string }) => {
      if (message === 'serves') return resolve()
      await atSeam(message.seam)
      if (mine.connected) mine.send(message.id)
    })
  })
}
const kill = async (process: ChildProcess | undefined) => {
  if (process === undefined || process.exitCode !== null || process.signalCode !== null) return
  const ended = once(process, 'exit')
  process.kill('SIGKILL')
  await ended
}

const answer = async () => {
  const nats = await connectNats({ url: parts.natsUrl('workers'), name: 'workers' })
  answering.push(nats)
  answerRequests({
    ...{ nats, queue: 'workers', atOnce: 4, log, subject: eraseSubjects.content, schema: EraseContent },
    handle: async wanted => ({ ok: erased.push(wanted) > 0 }),
  })
}

beforeAll(async () => {
  pool = connectPostgres({ url: parts.databaseUrl, name: 'closing-test', max: 2 })
  store = connectEventStore({ url: parts.eventStoreUrl, connectionName: parts.eventStoreSecret })
  await answer()
  // Makes the tables that projectors wait for.
  await (await startCommandApi(parts)).stop()
  await start()
  const health = await freePort()
  projectors = parts.run('projectors', { INTERNAL_PORT: String(health) })
  await until('projectors', () => answersOk(health, '/readyz'))
})
afterAll(async () => {
  await Promise.all([kill(child), kill(projectors)])
  await Promise.all([...answering.map(nats => nats.close()), store?.close(), pool?.end()])
})

/** Accounts with a link whose article was read, a note, and a purchase. */
const people = async (count: number) => {
  const api = await startCommandApi(parts)
  const made = []
  for (let n = 0; n < count; n += 1) {
    const name = `c${randomUUID().slice(0, 12)}`
    const body = { email: `${name}@example.com`, username: name, password: PASSWORD }
    expect((await api.call('POST', '/api/signup', { body })).status).toBe(201)
    const { rows } = await api.pool.query('SELECT id, library_id FROM identity.users WHERE username = $1', [
      name,
    ])
    const person = { userId: rows[0].id as string, libraryId: rows[0].library_id as string }
    const as = { ...person, sessionId: randomUUID() }
    const link = linkTo(name)
    expect((await api.call('POST', '/api/links', { as, body: link })).status).toBe(201)
    const articleId = articleIdOf(link.url)
    const hash = articleIdOf(name)
    const append = (stream: string, type: string, data: object) =>
      store.append(stream, 'any', [{ id: randomUUID(), type, data, metadata: METADATA }])
    const at = new Date().toISOString()
    await append(articleStream(articleId), 'ArticleExtracted', {
      ...{ articleId, url: link.url, contentHash: hash, words: 3, at },
      ...{ title: name, author: null, siteName: null, publishedAt: null, excerpt: null },
      ...{ image: null, favicon: null, language: null },
    })
    await append(accountStream(person.userId), 'PlanPurchased', {
      ...{ ...person, paymentIntentId: `pi_${name}`, tier: 'pro', amount: 4900, currency: 'usd' },
      ...{ plan: 'pro', limit: 10_000, at },
    })
    made.push({ ...person, name, articleId, hash, payment: `pi_${name}` })
  }
  await api.stop()
  return made
}
const METADATA = { actorId: 'system', via: 'system', commandId: 'test', commandHash: '', generated: true }
type Person = Awaited<ReturnType<typeof people>>[number]

const typesOf = async (stream: string): Promise<string[]> => {
  const types: string[] = []
  for await (const { type } of store.readStream(stream, { refuseEnded: true })) types.push(type)
  return types
}

const expectDeleted = async ({ userId, libraryId, articleId, hash, payment }: Person) => {
  await expect.poll(async () => (await pool.query('SELECT FROM identity.closings')).rowCount).toBe(0)
  for (const stream of [libraryStream(libraryId), notebookStream(libraryId), accountStream(userId)])
    await expect(typesOf(stream)).rejects.toBeInstanceOf(StreamEnded)
  expect(await typesOf(articleStream(articleId))).toEqual(['ArticleForgotten'])
  expect(await typesOf(stripeStream(payment))).toEqual(['PurchaseKept'])
  const asked = erased.flatMap(({ articles }) => articles).filter(each => each.articleId === articleId)
  expect(asked.flatMap(({ hashes }) => hashes)).toContain(hash)
  const rows = await pool.query(
    `SELECT FROM projections.read_schemas AS s, query_to_xml(
       format('SELECT FROM %I.links WHERE library_id = %L', s.schema, $1::text), true, false, '') AS x
     WHERE x::text LIKE '%<row%'`,
    [libraryId],
  )
  expect(rows.rowCount).toBe(0)
}

const SEAMS = [
  ...['LibraryClosed', 'AccountClosed', 'PurchaseKept', 'ArticleForgotten', 'truncation'],
  ...['tombstone of notebook', 'tombstone of account', 'tombstone of library'],
].map(seam => ['command-api', `after ${seam}`] as const)

it('a kill after any step of a deletion is made good by the next start', async () => {
  const steps = kills(SEAMS)
  const all = await people(steps.length + 1)
  for (const [n, [, seam]] of steps.entries()) {
    const person = all[n] as Person
    const reached = Promise.withResolvers<void>()
    atSeam = async found => {
      if (found !== seam) return
      atSeam = () => undefined
      await kill(child)
      await start()
      reached.resolve()
    }
    await closeAccount(pool, callerOf(person), PASSWORD)
    await reached.promise
    await expectDeleted(person)
  }

  // The last one is whole: another account's deletion touched nothing of it.
  const kept = all.at(-1) as Person
  expect(await typesOf(libraryStream(kept.libraryId))).toContain('LinkSaved')
  expect(await typesOf(articleStream(kept.articleId))).toEqual(['ArticleExtracted'])
})

const callerOf = (person: Person) => ({ ...person, sessionId: randomUUID() })

it('the sessions of a deleted account end, and its names are free, before anything else happens', async () => {
  const [person] = (await people(1)) as [Person]
  await kill(child)
  const { rowCount } = await pool.query('SELECT FROM identity.sessions WHERE user_id = $1', [person.userId])
  expect(rowCount).toBe(1)
  await expect(closeAccount(pool, callerOf(person), 'not the password')).rejects.toMatchObject({
    code: 'wrong-password',
  })
  await closeAccount(pool, callerOf(person), PASSWORD)
  for (const table of ['sessions WHERE user_id', 'users WHERE id'])
    expect((await pool.query(`SELECT FROM identity.${table} = $1`, [person.userId])).rowCount).toBe(0)
  await expect(closeAccount(pool, callerOf(person), PASSWORD)).rejects.toMatchObject({ code: 'signed-out' })
  await start()
  await expectDeleted(person)
})

it('an account whose library is too large to be opened is deleted', async () => {
  const [person] = (await people(1)) as [Person]
  await overgrow(store, person.libraryId, 240_000)
  await closeAccount(pool, callerOf(person), PASSWORD)
  await expectDeleted(person)
})
