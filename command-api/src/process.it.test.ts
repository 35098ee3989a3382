import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { articleIdOf } from '@lectern/contracts/article-id.ts'
import type { PageFacts } from '@lectern/contracts/events/article.ts'
import { articleStream } from '@lectern/contracts/events/article.ts'
import { commandSubjects } from '@lectern/contracts/jobs.ts'
import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import { forwardCaller } from '@lectern/platform/http/caller.ts'
import { connectNats } from '@lectern/platform/nats/connect.ts'
import { command } from '@lectern/platform/nats/request.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { freePort } from '@lectern/stack/ports.ts'
import { answersOk, until } from '@lectern/stack/probes.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkTo, newKey, openTestLibrary, startCommandApi, stateOf } from './test-support/api.ts'

const parts = duringTests(startOwnParts)
/** A second command-api, to observe the process under test. */
const api = duringTests(() => startCommandApi(parts))

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const startProcess = async (): Promise<{ child: ChildProcess; port: number; health: number }> => {
  const [port, health] = [await freePort(), await freePort()]
  const env = {
    ...process.env,
    ...parts.env('command-api'),
    PORT: String(port),
    INTERNAL_PORT: String(health),
  }
  const child = spawn(process.execPath, [file('main.ts')], {
    env: { ...env, EXIT_WITH_STDIN: 'true' },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  await until('command-api', () => answersOk(health, '/readyz'))
  return { child, port, health }
}

const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
  const ended = once(child, 'exit')
  child.kill(signal)
  return (await ended)[0]
}

/** Read models that are ahead of the event store, until they are removed. */
const putReadModelsAhead = async () => {
  const schema = `read_v${READ_VERSION}`
  const pool = connectPostgres({
    url: parts.env('projectors').DATABASE_URL ?? '',
    name: 'projectors',
    max: 1,
  })
  await pool.query(`
    CREATE TABLE projections.read_schemas (schema text, version int, state text);
    CREATE SCHEMA ${schema} CREATE TABLE checkpoints (lane text, store_id text, position text);
    GRANT USAGE ON SCHEMA projections, ${schema} TO PUBLIC;
    GRANT SELECT ON projections.read_schemas, ${schema}.checkpoints TO PUBLIC;
    INSERT INTO ${schema}.checkpoints VALUES ('0', '${api.storeId}', '999999999999/999999999999');
    INSERT INTO projections.read_schemas VALUES ('${schema}', ${READ_VERSION}, 'current')`)
  return async () => {
    await pool.query(`DROP TABLE projections.read_schemas; DROP SCHEMA ${schema} CASCADE`)
    await pool.end()
  }
}

describe('command-api as a process of its own', () => {
  it('command-api takes no command and is not ready while the event store is behind the read models', async () => {
    const caller = await openTestLibrary(api)
    const { child, port, health } = await startProcess()
    const identity = forwardCaller(
      { caller, clientAddress: '127.0.0.1', method: 'POST', url: '/api/links' },
      parts.internalSecret,
    )
    const save = async () => {
      const headers = { ...identity, 'content-type': 'application/json', 'idempotency-key': newKey() }
      const body = JSON.stringify(linkTo(randomUUID()))
      return (await fetch(`http://127.0.0.1:${port}/api/links`, { method: 'POST', headers, body })).status
    }
    expect(await save()).toBe(201)
    const remove = await putReadModelsAhead()
    await expect.poll(() => answersOk(health, '/readyz'), { timeout: 10_000 }).toBe(false)
    expect(await save()).toBe(503)
    await remove()
    await expect.poll(() => answersOk(health, '/readyz'), { timeout: 10_000 }).toBe(true)
    expect(await save()).toBe(201)
    await end(child, 'SIGTERM')
  })

  it('repeated commands have one effect each after command-api was killed while it saved', async () => {
    const caller = await openTestLibrary(api)
    const keys = Array.from({ length: 40 }, newKey)
    const identity = forwardCaller(
      { caller, clientAddress: '127.0.0.1', method: 'POST', url: '/api/links' },
      parts.internalSecret,
    )
    const saveAll = (port: number) =>
      Promise.all(
        keys.map((key, n) =>
          fetch(`http://127.0.0.1:${port}/api/links`, {
            method: 'POST',
            headers: { ...identity, 'content-type': 'application/json', 'idempotency-key': key },
            body: JSON.stringify(linkTo(n)),
          }).then(
            ({ status }) => status,
            () => 'lost',
          ),
        ),
      )
    const first = await startProcess()
    const lost = saveAll(first.port)
    const saved = async () => (await stateOf(api, caller)).links.size
    await expect.poll(saved).toBeGreaterThan(0)
    await end(first.child, 'SIGKILL')
    await lost

    const second = await startProcess()
    expect(await saveAll(second.port)).toEqual(keys.map(() => 201))
    expect((await stateOf(api, caller)).nextLinkId).toBe(keys.length + 1)
    expect(await end(second.child, 'SIGTERM')).toBe(0)
  })

  it('command-api refuses requests that the gateway did not sign', async () => {
    const { child, port } = await startProcess()
    const answer = await fetch(`http://127.0.0.1:${port}/api/logout`, { method: 'POST' })
    expect(answer.status).toBe(401)
    await end(child, 'SIGTERM')
  })
})

describe('commands over NATS', () => {
  const log = createLog('test', 'silent')
  const { signal } = new AbortController()
  const url = 'https://example.com/article'
  const articleId = articleIdOf(url)
  const page: PageFacts = {
    title: 'A page',
    author: null,
    siteName: null,
    publishedAt: null,
    excerpt: null,
    image: null,
    favicon: null,
    language: null,
  }
  const typesOf = async (stream: string) => {
    const types: string[] = []
    for await (const { type } of api.store.readStream(stream)) types.push(type)
    return types
  }
  /** Gives a command as workers do, until it is answered. */
  const asking = async (subject: string, payload: object) => {
    const nats = await connectNats({ url: parts.natsUrl('workers'), name: 'workers', log })
    try {
      return await command(nats, subject, payload, { signal, log }).catch(error => error)
    } finally {
      await nats.close()
    }
  }

  let child: ChildProcess
  beforeAll(async () => {
    ;({ child } = await startProcess())
  })
  afterAll(() => end(child, 'SIGTERM'))

  it('an article is recorded over NATS once, and again after a reader asked for it', async () => {
    const outcome = { kind: 'failed', reason: 'timeout', detail: '', page: null }
    const failed = { commandId: 'job-1', articleId, url, outcome }
    for (let n = 0; n < 2; n++)
      expect(await asking(commandSubjects.recordArticle, failed)).toMatchObject({ ok: true })

    const caller = await openTestLibrary(api)
    await api.call('POST', '/api/links', { as: caller, body: { url: `${url}#part`, title: 'T' } })
    const retry = () => api.call('POST', '/api/links/1/extraction', { as: caller })
    expect([await retry(), await retry()]).toMatchObject([{ status: 202, body: { id: 1 } }, { status: 202 }])

    const found = { kind: 'extracted', ...page, contentHash: 'c'.repeat(64), words: 3 }
    const extracted = { commandId: 'job-2', articleId, url, outcome: found }
    expect(await asking(commandSubjects.recordArticle, extracted)).toMatchObject({
      ok: true,
      position: expect.stringMatching(/^\d+\/\d+$/),
    })
    expect(await typesOf(articleStream(articleId))).toEqual([
      'ArticleExtractionFailed',
      'ArticleRetryRequested',
      'ArticleExtracted',
    ])
  })

  it('a retry is recorded for each reader who asks, also under equal keys', async () => {
    const shared = `${url}/shared`
    const sharedId = articleIdOf(shared)
    const libraries: string[] = []
    for (const attempt of ['first', 'second']) {
      const outcome = { kind: 'failed', reason: 'timeout', detail: '', page: null }
      const failed = { commandId: `${attempt}-shared`, articleId: sharedId, url: shared, outcome }
      expect(await asking(commandSubjects.recordArticle, failed)).toMatchObject({ ok: true })
      const caller = await openTestLibrary(api)
      libraries.push(caller.libraryId)
      await api.call('POST', '/api/links', { as: caller, body: { url: shared, title: 'T' } })
      await api.call('POST', '/api/links/1/extraction', { as: caller, key: 'retry' })
    }
    const askedFor: unknown[] = []
    for await (const { type, data } of api.store.readStream(articleStream(sharedId)))
      if (type === 'ArticleRetryRequested') askedFor.push((data as { libraryId?: unknown }).libraryId)
    expect(askedFor).toEqual(libraries)
  })

  it('an invalid command over NATS is refused for good', async () => {
    const outcome = { kind: 'failed', reason: 'timeout', detail: '', page: null }
    const foreign = { commandId: 'job-3', articleId: 'f'.repeat(64), url, outcome }
    for (const payload of [foreign, { commandId: 'job-4' }])
      expect(await asking(commandSubjects.recordArticle, payload)).toMatchObject({
        code: 'bad-message',
        retryable: false,
      })
  })

  it('an operator grants a plan', async () => {
    const email = 'granted@example.com'
    await api.call('POST', '/api/signup', {
      body: { email, username: 'granted', password: 'a good password' },
    })
    const { rows } = await api.pool.query('SELECT library_id FROM identity.users WHERE email = $1', [email])
    const libraryId = rows[0].library_id

    expect(await grant({ EMAIL: email.toUpperCase(), PLAN: 'pro' })).toEqual({
      status: 0,
      said: 'GRANTED@EXAMPLE.COM now has the plan pro.\n',
    })
    expect((await stateOf(api, { libraryId })).allowance).toEqual({ plan: 'pro', limit: 10_000 })
  })

  it.each([
    [{ EMAIL: 'nobody@example.com', PLAN: 'pro' }, 'No account has the email nobody@example.com.\n'],
    [{ EMAIL: 'a@b.c', PLAN: 'gold' }, 'PLAN must be one of free, basic, pro, ultra, legacy_unlimited.\n'],
    [{ PLAN: 'pro' }, 'EMAIL must name the account: make grant EMAIL=a@b.c PLAN=ultra\n'],
  ])('an operator is told in one line what is wrong with %j', async (env, said) => {
    expect(await grant(env)).toEqual({ status: 1, said })
  })

  /** The output of grant.ts: stdout of a success, stderr of a failure. */
  const grant = async (env: Record<string, string>): Promise<{ status: number; said: string }> => {
    const tool = spawn(process.execPath, [file('grant.ts')], {
      env: { ...process.env, ...parts.env('command-api'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [answer, complaint, [status]] = await Promise.all([
      text(tool.stdout),
      text(tool.stderr),
      once(tool, 'close'),
    ])
    return { status, said: status === 0 ? answer : complaint }
  }
})
