import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { CreatedToken } from '@lectern/contracts/api/access.ts'
import { articleIdOf, sourceOf } from '@lectern/contracts/article-id.ts'
import { articleStream } from '@lectern/contracts/events/article.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { COPY_WIDTHS } from '@lectern/contracts/images.ts'
import { EXAMPLE_ANSWERS } from '@lectern/contracts/openapi/answers.ts'
import { type OpenApiDocument, openApiDocument } from '@lectern/contracts/openapi/document.ts'
import { EXAMPLE } from '@lectern/contracts/openapi/operation.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { contentStore } from '@lectern/workers/extract-article/content-store.ts'
import { imageStore } from '@lectern/workers/images/image-store.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { startGateway } from './test-support/gateway.ts'

const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts))

const HTML = '<p>Light and soil decide what grows.</p>'
const PICTURE = 'a picture'
const closed = openApiDocument(true)

/** Answers may have no property that the document lacks. */
const ajv = addFormats.default(new Ajv2020({ strict: true, strictTypes: false, allErrors: true }))
ajv.addVocabulary(['components'])
ajv.addSchema({ $id: 'openapi', components: closed.components })
const check = (schema: object, value: unknown) => {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')
  const validate = ajv.compile(JSON.parse(text))
  validate(value)
  return validate.errors ?? []
}

type Documented = OpenApiDocument['paths'][string][string]
type Parameter = { name: string; in: string; example?: unknown; $ref?: string }
const operations = Object.entries(closed.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [method.toUpperCase(), path, operation] as const),
)

/** The request of the example, made of nothing but the document. */
const requestOf = (method: string, path: string, { parameters = [], requestBody }: Documented) => {
  const given = (parameters as Parameter[]).filter(({ example }) => example !== undefined)
  const inPath = given.filter(parameter => parameter.in === 'path')
  const query = new URLSearchParams(
    given.filter(parameter => parameter.in === 'query').map(({ name, example }) => [name, String(example)]),
  )
  const filled = inPath.reduce((url, { name, example }) => url.replace(`{${name}}`, String(example)), path)
  const content = requestBody?.content as { 'application/json'?: { example?: unknown } } | undefined
  const body = content?.['application/json']?.example
  return { method, path: query.size > 0 ? `${filled}?${query}` : filled, body }
}

/** The article of the example's link, as a worker stores it. Libraries share it. */
const storeArticle = async () => {
  const page = {
    title: 'Soil and light',
    author: 'A. Writer',
    siteName: 'Example',
    excerpt: 'Light and soil',
  }
  const facts = { ...page, publishedAt: null, language: 'en', image: null, favicon: null, words: 6 }
  const found = { ...facts, contentHash: EXAMPLE.contentHash }
  const request = { articleId: articleIdOf(EXAMPLE.url), requestId: randomUUID() }
  const document = {
    hash: EXAMPLE.contentHash,
    html: HTML,
    text: 'Light and soil decide what grows.',
    words: 6,
  }
  await contentStore(gateway.pool).finish(request, { kind: 'extracted', ...found }, document)
  const data = { ...found, articleId: request.articleId, url: EXAMPLE.url, at: new Date().toISOString() }
  const metadata = { actorId: 'system', via: 'system', commandId: randomUUID(), commandHash: '' }
  const event = { id: randomUUID(), type: 'ArticleExtracted', data, metadata }
  await gateway.store.append(articleStream(request.articleId), 'any', [event])
  const place = {
    articleId: request.articleId,
    contentHash: EXAMPLE.contentHash,
    source: sourceOf('picture'),
  }
  const copies = [{ width: COPY_WIDTHS.reading, content: Buffer.from(PICTURE) }]
  await imageStore(gateway.pool).putImage(place, { hash: EXAMPLE.image, width: 4, height: 3, copies })
}

/** A library that has what the examples name. @returns its token, and the id of its public link */
const prepareLibrary = async (): Promise<{ token: string; share: string }> => {
  const name = `u${randomUUID().slice(0, 12)}`
  const account = { email: `${name}@example.org`, username: name, password: 'a quiet reading room' }
  const { cookies } = await gateway.ask({ method: 'POST', path: '/api/signup', body: account })
  await gateway.setPlan(account.email, 'ultra')
  const ask = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await gateway.ask({ method, path, body, headers }, cookies)
    expect([method, path, answer.status < 300, answer.text]).toEqual([method, path, true, answer.text])
    return JSON.parse(answer.text)
  }
  const wanted = { name: 'Docs', scope: 'write', expiresInDays: 1, currentPassword: account.password }
  const { token }: CreatedToken = await ask('POST', '/api/account/tokens', wanted)
  await ask('PUT', '/api/account/first-name', { firstName: 'Ann' })
  const saved = { url: EXAMPLE.url, title: 'Soil and light', tags: ['soil', 'light'] }
  await ask('POST', '/api/links', saved)
  for (const n of [2, 3]) await ask('POST', '/api/links', { url: `https://example.com/${n}`, title: `${n}` })
  await ask('POST', '/api/links', { url: 'https://example.com/4', title: 'A compost heap', tags: ['soil'] })
  await ask('DELETE', '/api/links/4')
  await ask('POST', '/api/collections', { name: 'Garden' })
  await ask('PUT', '/api/links/2/collection', { collectionId: EXAMPLE.collection })
  await ask('POST', '/api/links/1/notes', { type: 'note', content: 'As every spring' })
  await ask('PATCH', '/api/links/3/archive', { isArchived: true }, { 'idempotency-key': EXAMPLE.commandId })
  await askForImport(account.email)
  const isThere = { method: 'GET', path: `/api/imports/${EXAMPLE.importId}` }
  await expect.poll(async () => (await gateway.ask(isThere, cookies)).status).toBe(200)
  await shareCollection(account.email)
  await joinCollection(account.email)
  await ask('POST', '/api/cache-article', { articleId: EXAMPLE.link })
  const { id: share } = await ask('POST', '/api/shares', { kind: 'article', linkId: EXAMPLE.link })
  return { token, share }
}

/** An open invitation and a member, under the ids of the examples. */
const shareCollection = async (email: string) => {
  const { rows } = await gateway.pool.query('SELECT library_id FROM identity.users WHERE email_key = $1', [
    email,
  ])
  const [{ library_id: libraryId }] = rows
  const { invitationId, memberId, collection: collectionId } = EXAMPLE
  await gateway.pool.query(
    `INSERT INTO sharing.invitations (id, library_id, collection_id, email, email_key, for_anyone, expires_at)
     VALUES ($1, $2, $3, 'ben@example.org', 'ben@example.org', false, now() + interval '7 days')
     ON CONFLICT (id) DO UPDATE SET library_id = EXCLUDED.library_id, email = EXCLUDED.email, ended = NULL`,
    [invitationId, libraryId, collectionId],
  )
  await addUser(randomUUID(), 'Ben')
  const { rows: known } = await gateway.pool.query('SELECT id FROM identity.users WHERE first_name = $1', [
    'Ben',
  ])
  await gateway.pool.query(
    `INSERT INTO sharing.people (member_id, library_id, user_id, member_library_id) VALUES ($1, $2, $3, $3)
     ON CONFLICT (member_id) DO UPDATE SET library_id = EXCLUDED.library_id`,
    [memberId, libraryId, known[0].id],
  )
  await gateway.pool.query(
    'INSERT INTO sharing.memberships (member_id, collection_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [memberId, collectionId],
  )
  const at = new Date().toISOString()
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const invited = { collectionId, role: 'reader', forAnyone: false, expiresAt, at }
  const metadata = { actorId: 'system', via: 'system', commandId: randomUUID(), commandHash: 'x' }
  const events = [
    { type: 'MemberInvited', data: { ...invited, invitationId } },
    {
      type: 'MemberJoined',
      data: { collectionId, invitationId: randomUUID(), memberId, role: 'reader', at },
    },
  ].map(event => ({ id: randomUUID(), metadata, ...event }))
  await gateway.store.append(libraryStream(libraryId), 'any', events)
}

/** Somebody whom answers name. */
const addUser = (libraryId: string, name: string) =>
  gateway.pool.query(
    `INSERT INTO identity.users (id, library_id, email, email_key, username, username_key, password_hash, first_name)
     VALUES (gen_random_uuid(), $1, $2, $2, $2, $2, '', $2) ON CONFLICT DO NOTHING`,
    [libraryId, name],
  )

/** Makes the account an editor of a collection in the library of the examples, which is somebody else's, who may take it over. */
const joinCollection = async (email: string) => {
  const { rows } = await gateway.pool.query(
    'SELECT id, library_id FROM identity.users WHERE email_key = $1',
    [email],
  )
  const [{ id: userId, library_id: memberLibraryId }] = rows
  const { library: libraryId, collection: collectionId } = EXAMPLE
  await addUser(libraryId, 'Mina')
  const memberId = randomUUID()
  const at = new Date().toISOString()
  const collection = { collectionId, name: 'Of somebody else', description: null, color: '#10B981', at }
  const opened = [
    { type: 'LibraryOpened', data: { libraryId, ownerId: randomUUID(), at } },
    { type: 'AllowanceChanged', data: { plan: 'ultra', limit: 50_000, cause: 'test', at } },
  ]
  const joined = { collectionId, invitationId: randomUUID(), memberId, role: 'editor', at }
  const isThere = (await gateway.pool.query('SELECT FROM sharing.people WHERE library_id = $1', [libraryId]))
    .rowCount
  const events = [
    ...(isThere ? [] : opened),
    { type: 'CollectionCreated', data: collection },
    { type: 'MemberJoined', data: joined },
    { type: 'HandoverOffered', data: { collectionId, memberId, at } },
  ]
  const metadata = { actorId: 'system', via: 'system', commandId: randomUUID(), commandHash: 'x' }
  await gateway.store.append(
    libraryStream(libraryId),
    'any',
    events.map(event => ({ id: randomUUID(), metadata, ...event })),
  )
  await gateway.pool.query(
    `INSERT INTO sharing.people (member_id, library_id, user_id, member_library_id) VALUES ($1, $2, $3, $4)`,
    [memberId, libraryId, userId, memberLibraryId],
  )
  // Policies write it, too.
  await gateway.pool.query(
    'INSERT INTO sharing.memberships (member_id, collection_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [memberId, collectionId],
  )
}

const askForImport = async (email: string) => {
  const { rows } = await gateway.pool.query(
    'SELECT id, library_id FROM identity.users WHERE email_key = $1',
    [email],
  )
  const [{ id: userId, library_id: libraryId }] = rows
  const { importId } = EXAMPLE
  const file = { uploadId: randomUUID(), sha256: 'ab', source: 'pocket', fileName: 'pocket.csv' }
  const asked = { importId, ...file, requestedBy: userId, expectedRows: 1, proceedWithFree: false }
  const data = { ...asked, at: new Date().toISOString() }
  const metadata = { actorId: userId, via: 'web', commandId: importId, commandHash: 'x' }
  const event = { id: randomUUID(), type: 'ImportRequested', data, metadata }
  await gateway.store.append(libraryStream(libraryId), 'any', [event])
}

test('the document is OpenAPI 3.1, and served to everybody', async () => {
  const served = await gateway.ask({ method: 'GET', path: '/api/openapi.json' })
  expect(served.status).toBe(200)
  expect(JSON.parse(served.text)).toEqual(JSON.parse(JSON.stringify(openApiDocument())))
  const again = { 'if-none-match': String(served.headers.etag) }
  expect((await gateway.ask({ method: 'GET', path: '/api/openapi.json', headers: again })).status).toBe(304)
  const validator = new Validator()
  expect(await validator.validate(JSON.parse(served.text))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

/** Answers as they came, for /docs: RECORD_EXAMPLES=1 writes them. */
const recorded: Record<string, unknown> = {}

describe('documented operations', () => {
  beforeAll(storeArticle)

  it.each(operations)('%s %s is answered as documented', async (method, path, operation) => {
    const { token, share } = await prepareLibrary()
    const headers = { authorization: `Bearer ${token}` }
    const { path: named, ...request } = requestOf(method, path, operation)
    // No two libraries have a public link of the same id.
    const sent = { ...request, path: named.replace(EXAMPLE.share, share) }
    const answer = await gateway.ask({ ...sent, headers })
    const [status = ''] = Object.keys(operation.responses)
    expect([answer.status, answer.text]).toEqual([Number(status), answer.text])
    const content = operation.responses[status]?.content ?? {}
    const [type] = Object.keys(content)
    if (type === undefined) expect(answer.text).toBe('')
    else expect(answer.headers['content-type']).toContain(type)
    if (type !== 'application/json') return
    recorded[`${method} ${path}`] = JSON.parse(answer.text)
    expect(check(content[type]?.schema ?? {}, JSON.parse(answer.text))).toEqual([])
  })

  it.each(operations)('%s %s is refused without a token, as documented', async (method, path, operation) => {
    const request = requestOf(method, path, operation)
    const headers = { authorization: 'Bearer lect_none' }
    const refused = await gateway.ask({ ...request, headers })
    expect(Object.keys(operation.responses)).toContain(String(refused.status))
    expect(refused.status).toBe(401)
    const { schema = {} } = operation.responses['401']?.content?.['application/json'] ?? {}
    expect(check(schema, JSON.parse(refused.text))).toEqual([])
  })

  test('the bodies of the examples are what the schemas say', () => {
    for (const [method, path, { requestBody }] of operations) {
      const content = requestBody?.content as { 'application/json': { schema: object; example: unknown } }
      if (content === undefined) continue
      const { schema, example } = content['application/json']
      expect([method, path, check(schema, example)]).toEqual([method, path, []])
    }
  })

  test('the answers that /docs shows are what the schemas say', () => {
    if (process.env.RECORD_EXAMPLES) {
      const file = new URL('../../../contracts/src/openapi/answers.json', import.meta.url)
      writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`)
      return
    }
    expect(Object.keys(EXAMPLE_ANSWERS).toSorted()).toEqual(Object.keys(recorded).toSorted())
    for (const [method, path, operation] of operations) {
      const example = EXAMPLE_ANSWERS[`${method} ${path}`]
      if (example === undefined) continue
      const [response] = Object.values(operation.responses)
      const { schema = {} } = response?.content?.['application/json'] ?? {}
      expect([method, path, check(schema, example)]).toEqual([method, path, []])
    }
  })
})
